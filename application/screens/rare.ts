/** Screens that are opened now and then: they are a part of the program of their own. */
export { ApiKeys } from './api-keys.tsx';
export { Calls } from './calls.tsx';
export { DeveloperLinks } from './developer-links.tsx';
export { EndpointScreen } from './endpoint.tsx';
export { Endpoints } from './endpoints.tsx';
export { People } from './people.tsx';
export { Requests } from './requests.tsx';
export { ScannerCheck } from './scanner-check.tsx';
export { Terminals } from './terminals.tsx';
