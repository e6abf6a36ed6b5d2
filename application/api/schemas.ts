import type { components } from '../../generated/application.d.ts';

/** What the operations take and answer, by name. */
export type Schemas = components['schemas'];
