// An endpoint with how its deliveries go, for those who look after it in the application.
import type { Answer } from '../../contract.ts';
import { timestampText } from '../../database/database.ts';
import { ENDPOINT_COLUMNS } from '../endpoints/own-endpoint.ts';
import { lastFailures, OF_ENDPOINT } from './show-endpoint.ts';

export type EndpointHealth = Answer<'getEndpoint'>['body'];

/** Deliveries are counted up to this, so that a hundred endpoints cost little, whatever waits for them. */
const COUNTED_MAX = 1_000;
/** The last failure is looked for in this many pending, latest dead and latest created deliveries each. */
const SEARCHED_MAX = 10;

/**
 * A select of `EndpointHealth`. What ended with an earlier generation (`era`) of an endpoint is dead, whatever its row
 * says.
 *
 * @param condition of the endpoints, by columns of webhook_endpoint
 */
export const selectHealth = (condition: string) => `
    select ${ENDPOINT_COLUMNS},
           case when overlap_ends_at > now() then ${timestampText('overlap_ends_at')} end
             as overlap_ends_at,
           ${timestampText('failing_since')} as failing_since,
           ${timestampText('last_success_at')} as last_success_at,
           last_failure, waiting.pending, over.dead
      from webhook_endpoint endpoint
      left join lateral (
           select json_build_object(
                    'at', ${timestampText('failure.at')}, 'status', failure.status,
                    'error', failure.error) as last_failure
             from (${lastFailures({ searchedMax: `${SEARCHED_MAX}`, failuresMax: '1' })}) failure) failed on true
     cross join lateral (
           select count(*)::int as pending
             from (select from webhook_delivery
                    where ${OF_ENDPOINT} and era = endpoint.era and status = 'pending'
                    limit ${COUNTED_MAX}) one) waiting
     cross join lateral (
           select count(*)::int as dead
             from ((select from webhook_delivery
                     where ${OF_ENDPOINT} and status = 'dead'
                     limit ${COUNTED_MAX})
                   union all
                   (select from webhook_delivery
                     where ${OF_ENDPOINT} and era < endpoint.era and status = 'pending'
                     limit ${COUNTED_MAX})
                   limit ${COUNTED_MAX}) one) over
     where ${condition} and deleted_at is null`;
