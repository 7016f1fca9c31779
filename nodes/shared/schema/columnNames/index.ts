/**
 * Names under which shops, ERPs and databases export the fields of orders, companies and people, in English, German, French
 * and Spanish; the best first, general ones last. Upper case, spaces, signs and accents do not matter.
 * A name may stand in several lists: a column that has it goes to a field that no better one takes.
 */

export * from './ids';
export * from './lines';
export * from './orders';
export * from './parties';
