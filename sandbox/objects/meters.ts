import type { ObjectRules } from './objectRules';

export const meters: ObjectRules = {
	show({ fields }, { records }) {
		// A subscription has no name of its own.
		const subscription = records.byId('subscriptions', String(fields.subscription_id));
		return { subscription_name: subscription ? `Subscription ${subscription.number}` : null };
	},
};
