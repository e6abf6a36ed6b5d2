/** Has the API send a test event of a type, and says to which endpoints. */
import { type Call, createClient, type Result } from '../index.ts';

type Endpoint = Result<'listWebhooks'>['data'][number];

export interface TriggerOptions {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly type: TestedType;
  /** The one endpoint that gets it; without it all that are enabled and get events of the type. */
  readonly endpointId: string | undefined;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

export type TestedType = NonNullable<NonNullable<Call<'testWebhook'>['body']>['type']>;

/** @throws ApiError, ConnectionError, ConfigurationError; Error where no endpoint is there for it */
export async function trigger(options: TriggerOptions): Promise<void> {
  const { type, endpointId, signal, print } = options;
  const pharmacy = createClient({ ...options, appName: 'pharmacy-trigger' });
  const endpoints: Endpoint[] = [];
  if (endpointId !== undefined) {
    endpoints.push(await pharmacy.getWebhook({ path: { id: endpointId } }, { signal }));
  } else {
    for await (const endpoint of pharmacy.each.listWebhooks({}, { signal })) {
      if (gets(endpoint, type)) endpoints.push(endpoint);
    }
  }
  if (endpoints.length === 0) {
    throw new Error(`No enabled endpoint gets ${type}. Create one, or name one with --endpoint.`);
  }
  for (const { id, url } of endpoints) {
    const sent = await pharmacy.testWebhook({ path: { id }, body: { type } }, { signal });
    print(`${type} ${sent.event_id} to ${url}, delivery ${sent.id}`);
  }
}

/** As the API sends them: an endpoint that names no types gets all but order.updated. */
function gets({ status, events }: Endpoint, type: TestedType): boolean {
  const isNamed = events.length === 0 ? type !== 'order.updated' : events.includes(type as never);
  return status === 'enabled' && (isNamed || type === 'webhook.test');
}
