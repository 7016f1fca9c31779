/** A parameter of a node, a field of a credential, or an entry of a collection. */
export interface Parameter {
	readonly name: string;
	readonly type: string;
	readonly default: unknown;
	readonly required?: true;
	readonly displayOptions?: object;
	/** Whether it holds a list. */
	readonly multipleValues?: true;
	/** Values to choose from. */
	readonly values?: ReadonlyArray<string | number | boolean>;
	/** Ways to point to a record. */
	readonly modes?: readonly string[];
	/** What is in a collection. */
	readonly parameters?: readonly Parameter[];
	/** What is in the groups of a fixed collection. */
	readonly groups?: Readonly<Record<string, readonly Parameter[]>>;
}

/** A column of a resource mapper. */
export interface Column {
	readonly name: string;
	readonly type: string;
	readonly required?: true;
}

/** One version of a node. */
export interface NodeVersion {
	readonly inputs: unknown;
	readonly outputs: unknown;
	readonly outputNames?: readonly string[];
	readonly usableAsTool: boolean;
	/** Credential types, and when they are asked for. */
	readonly credentials: ReadonlyArray<{ name: string; required: boolean; displayOptions?: object }>;
	readonly parameters: readonly Parameter[];
	/** Columns of its mappers, by the values of the parameters that decide on them. */
	readonly columns: Readonly<Record<string, readonly Column[]>>;
}

export interface NodeSnapshot {
	/** As workflows store it. */
	readonly type: string;
	readonly defaultVersion: number;
	readonly versions: Readonly<Record<string, NodeVersion>>;
	/** Keys of the items that come out, by the path of the output schema. */
	readonly outputKeys: Readonly<Record<string, readonly string[]>>;
}

export interface CredentialSnapshot {
	readonly name: string;
	readonly fields: readonly Parameter[];
}

/** All snapshots, by the name of the node or credential type. */
export interface Snapshots {
	readonly nodes: Readonly<Record<string, NodeSnapshot>>;
	readonly credentials: Readonly<Record<string, CredentialSnapshot>>;
}
