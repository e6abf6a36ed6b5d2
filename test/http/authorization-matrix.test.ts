// Who may do what, for every operation that reads.
import { itAuthorises } from './authorization/matrix.ts';

itAuthorises(({ method }) => method === 'GET');
