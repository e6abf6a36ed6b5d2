// Fabricated changes of operations: whether each breaks clients, and the line of the change log that it prints.
import { describe } from 'vitest';
import { itJudges } from './change-cases.ts';

const ORDERS = 'GET /v1/orders';
const ORDER = 'GET /v1/orders/{id}';
const MOVEMENT = 'POST /v1/inventory/movements';
const ALLOCATION = 'POST /v1/inventory/allocations';
const STOCK = 'GET /v1/inventory/stock';

describe('an operation', () => {
  itJudges([
    { what: 'that is as it was says nothing', change: () => {}, lines: [] },
    {
      what: 'that is gone breaks',
      change: ({ document }) => delete document.paths['/v1/orders/{id}'].get,
      lines: [`- **Breaking:** \`${ORDER}\` is removed.`],
    },
    {
      what: 'at another address breaks',
      change: ({ document }) => {
        document.paths['/v1/customer-orders'] = document.paths['/v1/orders'];
        delete document.paths['/v1/orders'];
      },
      lines: [
        `- **Breaking:** \`${ORDERS}\` is removed.`,
        '- **Breaking:** `POST /v1/orders` is removed.',
        '- `GET /v1/customer-orders` is new.',
        '- `POST /v1/customer-orders` is new.',
      ],
    },
    {
      what: 'by another method breaks',
      change: ({ document }) => {
        const item = document.paths['/v1/shop/bundles'];
        item.post = item.put;
        delete item.put;
      },
      lines: [
        '- **Breaking:** `PUT /v1/shop/bundles` is removed.',
        '- `POST /v1/shop/bundles` is new.',
      ],
    },
    {
      what: 'that is new passes',
      change: (draft) => {
        draft.document.paths['/v1/orders/{id}'].delete = {
          ...structuredClone(draft.operation(ORDER)),
          operationId: 'cancelOrder',
        };
      },
      lines: ['- `DELETE /v1/orders/{id}` is new.'],
    },
    {
      what: 'with another operationId breaks',
      change: (draft) => {
        draft.operation(ORDER).operationId = 'readOrder';
      },
      lines: [`- **Breaking:** \`${ORDER}\` is named \`readOrder\`, was \`getOrder\`.`],
    },
    {
      what: 'of another tag breaks, since generated clients have a class of each',
      change: (draft) => {
        draft.operation(ORDER).tags = ['Partners'];
      },
      lines: [`- **Breaking:** \`${ORDER}\` is of the tag Partners, was of Orders.`],
    },
    {
      what: 'that is deprecated passes, and is printed',
      change: (draft) => {
        draft.operation(ORDER).deprecated = true;
      },
      lines: [`- \`${ORDER}\` is deprecated.`],
    },
    {
      what: 'with other words for readers says nothing',
      change: (draft) => {
        Object.assign(draft.operation(ORDER), { summary: 'Another', description: 'Another.' });
        draft.field('Order', 'status').description = 'Another.';
        draft.response(ORDER, '200').content['application/json'].examples = {};
      },
      lines: [],
    },
  ]);
});

describe('access', () => {
  itJudges([
    {
      what: 'that needs another scope breaks',
      change: (draft) => {
        draft.operation(ORDERS).security = [{ apiKey: ['orders:write'] }];
      },
      lines: [
        `- **Breaking:** \`${ORDERS}\` needs \`orders:write\`, where \`orders:read\` was enough.`,
      ],
    },
    {
      what: 'that needs one scope more breaks',
      change: (draft) => {
        draft.operation(ORDERS).security = [{ apiKey: ['orders:read', 'patients:read'] }];
      },
      lines: [`- **Breaking:** \`${ORDERS}\` needs \`orders:read\` and \`patients:read\`, where`],
    },
    {
      what: 'that another scope gives too passes',
      change: (draft) => {
        draft.operation(ORDERS).security.push({ apiKey: ['orders:write'] });
      },
      lines: [`- \`${ORDERS}\` may be called with \`orders:write\` too.`],
    },
    {
      what: 'that one of two scopes no longer gives breaks',
      change: (draft) => {
        draft.operation('GET /partner/v1/store/orders').security.pop();
      },
      lines: ['- **Breaking:** `GET /partner/v1/store/orders` needs '],
    },
    {
      what: 'that needs live keys now breaks',
      change: (draft) => {
        draft.operation(ORDERS)['x-live-key-only'] = true;
      },
      lines: [`- **Breaking:** \`${ORDERS}\` has the x-live-key-only true, was none.`],
    },
    {
      what: 'that test keys have too passes',
      change: (draft) => delete draft.operation(MOVEMENT)['x-live-key-only'],
      lines: [`- \`${MOVEMENT}\` has the x-live-key-only none, was true.`],
    },
    {
      what: 'that counts as a write now breaks',
      change: (draft) => delete draft.operation('POST /v1/inventory/scan/resolve')['x-quota'],
      lines: [
        '- **Breaking:** `POST /v1/inventory/scan/resolve` has the x-quota none, was "read".',
      ],
    },
    {
      what: 'with a condition that nobody has thought of breaks',
      change: (draft) => {
        draft.operation(ORDERS)['x-business-hours-only'] = true;
      },
      lines: [`- **Breaking:** \`${ORDERS}\` has the x-business-hours-only true, was none.`],
    },
    {
      what: 'by a scope that is gone from the list breaks',
      change: ({ document }) =>
        delete document.components.securitySchemes.apiKey['x-scopes']['shop:write'],
      lines: ['- **Breaking:** `shop:write` is removed.'],
    },
    {
      what: 'by a new scope passes',
      change: ({ document }) => {
        document.components.securitySchemes.apiKey['x-scopes']['shop:read'] = 'Read bundles.';
      },
      lines: ['- `shop:read` is a new scope.'],
    },
    {
      what: 'with other proof than a bearer token breaks',
      change: ({ document }) => {
        document.components.securitySchemes.apiKey.scheme = 'basic';
      },
      lines: ['- **Breaking:** `apiKey` asks for other proof.'],
    },
  ]);
});

describe('a server', () => {
  itJudges([
    {
      what: 'that is gone breaks',
      given: ({ document }) => document.servers.push({ url: 'https://old.example' }),
      change: ({ document }) => document.servers.pop(),
      lines: ['- **Breaking:** `https://old.example` is removed.'],
    },
    {
      what: 'that is new and last passes',
      change: ({ document }) => document.servers.push({ url: 'https://new.example' }),
      lines: ['- `https://new.example` is a new server.'],
    },
    {
      what: 'that is new and first breaks: generated clients call it',
      given: ({ document }) => document.servers.unshift({ url: 'https://first.example' }),
      change: ({ document }) => document.servers.unshift({ url: 'https://new.example' }),
      lines: [
        '- `https://new.example` is a new server.',
        '- **Breaking:** `https://first.example` is no longer the first server.',
      ],
    },
  ]);
});

describe('a parameter', () => {
  itJudges([
    {
      what: 'that is gone breaks',
      change: (draft) => {
        const operation = draft.operation(ORDERS);
        draft.parameter(ORDERS, 'status').name = 'status';
        operation.parameters = operation.parameters.filter((one: { name?: string }) => !one.name);
      },
      lines: [`- **Breaking:** \`?status\` is removed, in the query of \`${ORDERS}\`.`],
    },
    {
      what: 'of another name breaks',
      change: (draft) => {
        draft.parameter(ORDERS, 'status').name = 'state';
      },
      lines: [
        `- **Breaking:** \`?status\` is removed, in the query of \`${ORDERS}\`.`,
        `- \`?state\` is new, in the query of \`${ORDERS}\`.`,
      ],
    },
    {
      what: 'that is new and required breaks',
      change: (draft) => {
        const since = { name: 'since', in: 'query', required: true, schema: { type: 'string' } };
        draft.operation(ORDERS).parameters.push(since);
      },
      lines: [`- **Breaking:** \`?since\` is new and required, in the query of \`${ORDERS}\`.`],
    },
    {
      what: 'that is new and optional passes',
      change: (draft) => {
        const since = { name: 'since', in: 'query', schema: { type: 'string' } };
        draft.operation(ORDERS).parameters.push(since);
      },
      lines: [`- \`?since\` is new, in the query of \`${ORDERS}\`.`],
    },
    {
      what: 'that is required now breaks, a header too',
      change: (draft) => {
        draft.parameter(ALLOCATION, 'Idempotency-Key').required = true;
      },
      lines: [
        `- **Breaking:** \`Idempotency-Key\` is now required, in the headers of \`${ALLOCATION}\`.`,
      ],
    },
    {
      what: 'that is optional now passes',
      change: (draft) => {
        draft.parameter(MOVEMENT, 'Idempotency-Key').required = false;
      },
      lines: [`- \`Idempotency-Key\` may be left out, in the headers of \`${MOVEMENT}\`.`],
    },
    {
      what: 'with a header’s name in other letters says nothing',
      change: (draft) => {
        draft.parameter(MOVEMENT, 'Idempotency-Key').name = 'idempotency-key';
      },
      lines: [],
    },
    {
      what: 'with a lower maximum breaks',
      change: (draft) => {
        draft.parameter(ORDERS, 'limit').schema.maximum = 50;
      },
      lines: [
        `- **Breaking:** \`?limit\` has the maximum 50, was 100, in the query of \`${ORDERS}\`.`,
      ],
    },
    {
      what: 'of a whole path breaks where it is gone',
      given: ({ document }) => {
        const tenant = { name: 'tenant', in: 'query', schema: { type: 'string' } };
        document.paths['/v1/products'].parameters = [tenant];
      },
      change: ({ document }) => delete document.paths['/v1/products'].parameters,
      lines: ['- **Breaking:** `?tenant` is removed, in the query of `GET /v1/products`.'],
    },
    {
      what: 'with a higher maximum passes',
      change: (draft) => {
        draft.parameter(ORDERS, 'limit').schema.maximum = 200;
      },
      lines: [`- \`?limit\` has the maximum 200, was 100, in the query of \`${ORDERS}\`.`],
    },
    {
      what: 'with another default breaks who leaves it out',
      change: (draft) => {
        draft.parameter(ORDERS, 'limit').schema.default = 50;
      },
      lines: [
        `- **Breaking:** \`?limit\` is \`50\` where left out, was \`25\`, in the query of \`${ORDERS}\`.`,
      ],
    },
    {
      what: 'that is written in another way breaks',
      change: (draft) => {
        draft.parameter(ORDERS, 'status').explode = false;
      },
      lines: ['- **Breaking:** `?status` has another `explode`, to be judged by people'],
    },
    {
      what: 'that no longer takes a raw colon breaks',
      change: (draft) => {
        draft.parameter(STOCK, 'as_of').allowReserved = false;
      },
      lines: ['- **Breaking:** `?as_of` no longer takes reserved characters as they are'],
    },
    {
      what: 'of the path with another form breaks',
      change: (draft) => {
        const parameter = draft.parameter(ORDER, 'id');
        parameter.schema = { type: 'integer' };
      },
      lines: [`- **Breaking:** \`{id}\` is now integer, was string, in the path of \`${ORDER}\`.`],
    },
  ]);
});

describe('a body', () => {
  itJudges([
    {
      what: 'that may have fewer bytes breaks',
      change: (draft) => {
        draft.operation(MOVEMENT)['x-body-bytes-max'] = 8000;
      },
      lines: [`- **Breaking:** \`${MOVEMENT}\` has the x-body-bytes-max 8000, was 16000.`],
    },
    {
      what: 'that may have more bytes passes',
      change: (draft) => {
        draft.operation(MOVEMENT)['x-body-bytes-max'] = 32000;
      },
      lines: [`- \`${MOVEMENT}\` has the x-body-bytes-max 32000, was 16000.`],
    },
    {
      what: 'that is required now breaks',
      given: (draft) => {
        draft.operation(MOVEMENT).requestBody.required = false;
      },
      change: (draft) => {
        draft.operation(MOVEMENT).requestBody.required = true;
      },
      lines: [`- **Breaking:** \`${MOVEMENT}\` is nothing without its body now.`],
    },
    {
      what: 'that a read asks for now breaks',
      change: (draft) => {
        draft.operation(ORDER).requestBody = { required: true, content: {} };
      },
      lines: [`- **Breaking:** \`${ORDER}\` has a body now.`],
    },
    {
      what: 'that may be sent now passes, with the most bytes of it and another sample',
      change: (draft) => {
        const operation = draft.operation(ORDER);
        operation.requestBody = { required: false, content: {} };
        operation['x-body-bytes-max'] = 4000;
        operation['x-codeSamples'] = [];
      },
      lines: [`- \`${ORDER}\` may have a body now.`],
    },
    {
      what: 'of another media type breaks',
      change: (draft) => {
        const { content } = draft.operation(MOVEMENT).requestBody;
        content['application/xml'] = content['application/json'];
        delete content['application/json'];
      },
      lines: [
        `- **Breaking:** \`${MOVEMENT}\` has no body of application/json any more.`,
        `- \`${MOVEMENT}\` has a body of application/xml too.`,
      ],
    },
  ]);
});

describe('a change of what is shared', () => {
  itJudges([
    {
      what: 'is one line, with where it is met',
      change: (draft) => {
        for (const address of [ORDERS, STOCK]) draft.parameter(address, 'limit').schema.maximum = 9;
      },
      lines: [
        `- **Breaking:** \`?limit\` has the maximum 9, was 100, in the query of \`${STOCK}\`, \`${ORDERS}\`.`,
      ],
    },
  ]);
});

describe('an answer', () => {
  itJudges([
    {
      what: 'that is gone breaks',
      change: (draft) => delete draft.operation(MOVEMENT).responses['409'],
      lines: [`- **Breaking:** \`${MOVEMENT}\` no longer answers 409.`],
    },
    {
      what: 'of another success breaks',
      change: (draft) => {
        const { responses } = draft.operation(MOVEMENT);
        responses['202'] = responses['201'];
        delete responses['201'];
      },
      lines: [
        `- **Breaking:** \`${MOVEMENT}\` no longer answers 201.`,
        `- **Breaking:** \`${MOVEMENT}\` may answer 202 now.`,
      ],
    },
    {
      what: 'that refuses in a new way passes',
      change: (draft) => {
        const { responses } = draft.operation(ORDER);
        responses['410'] = structuredClone(draft.response(ORDER, '404'));
      },
      lines: [`- \`${ORDER}\` may answer 410 now.`],
    },
    {
      what: 'with a code that is gone breaks',
      change: (draft) => {
        const codes = draft.schema('ErrorCode')['x-extensible-enum'];
        codes[codes.indexOf('insufficient_stock')] = 'stock_short';
      },
      lines: [
        '- **Breaking:** `ErrorCode` no longer has `insufficient_stock`, in answers of ',
        '- `ErrorCode` has `stock_short` too, in answers of ',
        '- **Breaking:** `insufficient_stock` is removed, in refusals with 409 of ',
      ],
    },
    {
      what: 'with a new code in the list passes',
      change: (draft) => draft.schema('ErrorCode')['x-extensible-enum'].push('lot_recalled'),
      lines: ['- `ErrorCode` has `lot_recalled` too, in answers of '],
    },
    {
      what: 'with a code that this refusal no longer names breaks',
      change: (draft) => {
        const response = draft.response(MOVEMENT, '422');
        response.description = response.description.replace('`expiry_required`', 'another');
      },
      lines: [
        `- **Breaking:** \`expiry_required\` is removed, in refusals with 422 of \`${MOVEMENT}\`.`,
      ],
    },
    {
      what: 'with a code that this refusal names now passes',
      change: (draft) => {
        draft.response(ORDER, '404').description += ' Or `product_not_found`.';
      },
      lines: [`- \`product_not_found\` is new, in refusals with 404 of \`${ORDER}\`.`],
    },
    {
      what: 'without one of its headers breaks',
      change: (draft) => delete draft.response(ORDER, '200').headers['X-RateLimit-Reset'],
      lines: [`- **Breaking:** \`X-RateLimit-Reset\` is removed, in answers of \`${ORDER}\`.`],
    },
    {
      what: 'with a header that may be missing now breaks',
      change: (draft) => {
        draft.response(ORDER, '200').headers['X-RateLimit-Reset'].required = false;
      },
      lines: [
        `- **Breaking:** \`X-RateLimit-Reset\` may now be missing, in answers of \`${ORDER}\`.`,
      ],
    },
    {
      what: 'with a header of another type breaks',
      change: (draft) => {
        draft.response(ORDER, '200').headers['X-RateLimit-Reset'].schema = { type: 'string' };
      },
      lines: ['- **Breaking:** `X-RateLimit-Reset` is now string, was integer, in answers of '],
    },
    {
      what: 'with a new header passes',
      change: (draft) => {
        draft.response(ORDER, '200').headers.ETag = { schema: { type: 'string' } };
      },
      lines: [`- \`ETag\` is new, in answers of \`${ORDER}\`.`],
    },
  ]);
});
