// Who may do what, for every operation that writes.
import { itAuthorises } from './authorization/matrix.ts';

itAuthorises(({ method }) => method !== 'GET');
