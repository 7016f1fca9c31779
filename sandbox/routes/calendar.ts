import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../contract';
import { ServiceError } from '../errors';
import { stableUuid } from '../store/records';
import { workspace } from '../workspace';
import { serve } from './serve';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const openHours = [
	{ start: '09:00', end: '12:00' },
	{ start: '13:00', end: '17:00' },
];

const event = {
	id: stableUuid('event/intro'),
	title: 'Introduction call',
	description: 'Half an hour to get to know each other',
	status: 'active',
	slug: 'intro',
	url: '/book/intro',
	location: 'Online',
	duration: '30',
	time_increment: '30',
	timezone: workspace.timezone,
	timezone_label: 'Central European Time',
	timezone_locked: false,
	schedule: days.map((name, index) => ({
		day_index: index,
		day_name: name,
		enabled: index < 5,
		slots: index < 5 ? openHours : [],
	})),
};

const attendance: JsonObject = {
	id: stableUuid('attendance/1'),
	event_id: event.id,
	user_name: 'Sample Visitor',
	user_email: 'visitor@example.com',
	select_date: '2026-04-10',
	time_event: '09:00',
	timezone: workspace.timezone,
	comment: null,
	link: null,
	calendar_event_id: null,
};

/** Serves what a booking page needs to start; there is one event and one booking. */
export async function calendarRoutes(app: FastifyInstance) {
	serve(app, 'bootstrapCalendar', ({ query, ctxId }) => {
		const { slug, url, attendance_id: attendanceId, mode = 'book' } = query;
		if ((slug && slug !== event.slug) || (url && !String(url).endsWith(event.url))) {
			throw new ServiceError(404, `No event ${String(slug ?? url)}`);
		}
		if (attendanceId && attendanceId !== attendance.id) {
			throw new ServiceError(404, `No booking ${String(attendanceId)}`);
		}
		return {
			status: 'ready',
			mode,
			workspace: {
				id: workspace.id,
				name: workspace.name,
				short_id: workspace.code,
				timezone: workspace.timezone,
			},
			event,
			attendance: attendanceId ? attendance : null,
			message: 'OK',
			ctx_id: ctxId,
		};
	});
}
