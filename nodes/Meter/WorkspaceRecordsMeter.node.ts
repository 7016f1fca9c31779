import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { item } from '../Item/item';
import { subscription } from '../Subscription/subscription';
import { subtitle } from '../shared/description';
import { recordNode } from '../shared/resource';
import { meter } from './meter';

const node = recordNode(meter, [company, contact, item, subscription]);

export class WorkspaceRecordsMeter implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Meter',
		name: 'workspaceRecordsMeter',
		icon: { light: 'file:../../icons/meter.svg', dark: 'file:../../icons/meter.dark.svg' },
		subtitle,
		description: 'Create, read, update and archive metered usage of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Meter' },
		usableAsTool: true,
		builderHint: node.builderHint('Reports usage that is billed', {
			Subscription: 'Bills at regular intervals',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
