// The handlers of both contracts.
import { applicationHandlers } from '../../src/program/application-handlers.ts';
import { handlers } from '../../src/program/handlers.ts';

export const allHandlers = { ...handlers, ...applicationHandlers };
