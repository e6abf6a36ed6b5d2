// Fabricated changes of what is sent, answered and announced: whether each breaks clients, and the line that it prints.
import { describe } from 'vitest';
import { eventName, itJudges } from './change-cases.ts';

const ORDER = 'GET /v1/orders/{id}';
const MOVEMENT = 'POST /v1/inventory/movements';
const STOCK_CHANGED = eventName('onStockChanged');
const ORDER_UPDATED = eventName('onOrderUpdated');
const SENT = `, in requests of \`${MOVEMENT}\``;
const ANSWERED = ', in answers of `GET /v1/orders`';

describe('a field of requests', () => {
  itJudges([
    {
      what: 'that is gone breaks',
      change: (draft) => delete draft.schema('MovementRequest').properties.note,
      lines: [`- **Breaking:** \`MovementRequest.note\` is removed${SENT}`],
    },
    {
      what: 'of another name breaks',
      change: (draft) => {
        const { properties } = draft.schema('MovementRequest');
        properties.quantity = properties.qty;
        delete properties.qty;
        draft.schema('MovementRequest').required = ['type', 'quantity'];
      },
      lines: [
        `- **Breaking:** \`MovementRequest.qty\` is removed${SENT}`,
        `- **Breaking:** \`MovementRequest.quantity\` is new and required${SENT}`,
      ],
    },
    {
      what: 'that is new and required breaks',
      change: (draft) => {
        const schema = draft.schema('MovementRequest');
        schema.properties.reason = { type: 'string' };
        schema.required.push('reason');
      },
      lines: [`- **Breaking:** \`MovementRequest.reason\` is new and required${SENT}`],
    },
    {
      what: 'that is new and optional passes',
      change: (draft) => {
        draft.schema('MovementRequest').properties.reason = { type: 'string' };
      },
      lines: [`- \`MovementRequest.reason\` is new${SENT}`],
    },
    {
      what: 'that is required now breaks',
      change: (draft) => draft.schema('MovementRequest').required.push('location'),
      lines: [`- **Breaking:** \`MovementRequest.location\` is now required${SENT}`],
    },
    {
      what: 'that may be left out now passes',
      change: (draft) => {
        draft.schema('MovementRequest').required = ['type'];
      },
      lines: [`- \`MovementRequest.qty\` may be left out${SENT}`],
    },
    {
      what: 'of another type breaks',
      change: (draft) => {
        draft.schema('MovementRequest').properties.qty = { type: 'string' };
      },
      lines: [`- **Breaking:** \`MovementRequest.qty\` is now string, was integer${SENT}`],
    },
    {
      what: 'that takes fractions too passes',
      change: (draft) => {
        draft.field('MovementRequest', 'qty').type = 'number';
      },
      lines: [`- \`MovementRequest.qty\` is now number, was integer${SENT}`],
    },
    {
      what: 'that may no longer be null breaks',
      given: (draft) => {
        draft.field('MovementRequest', 'note').type = ['string', 'null'];
      },
      change: (draft) => {
        draft.field('MovementRequest', 'note').type = 'string';
      },
      lines: [`- **Breaking:** \`MovementRequest.note\` may no longer be null${SENT}`],
    },
    {
      what: 'that may be null now passes',
      change: (draft) => {
        draft.field('MovementRequest', 'note').type = ['string', 'null'];
      },
      lines: [`- \`MovementRequest.note\` may be null${SENT}`],
    },
    {
      what: 'with fewer values breaks',
      change: (draft) => draft.field('MovementRequest', 'type').enum.pop(),
      lines: [`- **Breaking:** \`MovementRequest.type\` no longer has \`return\`${SENT}`],
    },
    {
      what: 'with more values passes',
      change: (draft) => draft.field('MovementRequest', 'type').enum.push('scrap'),
      lines: [`- \`MovementRequest.type\` has \`scrap\` too${SENT}`],
    },
    {
      what: 'with a list of values where there was none breaks',
      change: (draft) => {
        draft.field('MovementRequest', 'po_number').enum = ['PO-1'];
      },
      lines: [
        `- **Breaking:** \`MovementRequest.po_number\` has no other values than those listed now${SENT}`,
      ],
    },
    {
      what: 'with a shorter limit breaks',
      change: (draft) => {
        draft.field('MovementRequest', 'note').maxLength = 500;
      },
      lines: [`- **Breaking:** \`MovementRequest.note\` has the maxLength 500, was 2000${SENT}`],
    },
    {
      what: 'with a longer limit passes',
      change: (draft) => {
        draft.field('MovementRequest', 'note').maxLength = 4000;
      },
      lines: [`- \`MovementRequest.note\` has the maxLength 4000, was 2000${SENT}`],
    },
    {
      what: 'with a higher minimum breaks',
      change: (draft) => {
        draft.field('MovementRequest', 'qty').minimum = 2;
      },
      lines: [`- **Breaking:** \`MovementRequest.qty\` has the minimum 2, was 1${SENT}`],
    },
    {
      what: 'that must not be empty now breaks',
      change: (draft) => {
        draft.field('MovementRequest', 'note').minLength = 1;
      },
      lines: [`- **Breaking:** \`MovementRequest.note\` has the minLength 1, had none${SENT}`],
    },
    {
      what: 'that may be empty, in the description alone, prints nothing',
      change: (draft) => {
        draft.field('MovementRequest', 'note').minLength = 0;
      },
      lines: [],
    },
    {
      what: 'with a pattern breaks',
      change: (draft) => {
        draft.field('MovementRequest', 'po_number').pattern = '^PO-';
      },
      lines: [`- **Breaking:** \`MovementRequest.po_number\` has the pattern \`^PO-\`${SENT}`],
    },
    {
      what: 'without a pattern passes',
      change: (draft) => delete draft.field('MovementRequest', 'expiry_date').pattern,
      lines: ['- `MovementRequest.expiry_date` has no pattern any more, was '],
    },
    {
      what: 'with a format breaks',
      change: (draft) => {
        draft.field('MovementRequest', 'po_number').format = 'uuid';
      },
      lines: [`- **Breaking:** \`MovementRequest.po_number\` has the format \`uuid\`${SENT}`],
    },
    {
      what: 'with a format that its bounds keep to passes',
      change: (draft) => {
        draft.field('MovementRequest', 'qty').format = 'int32';
      },
      lines: [`- \`MovementRequest.qty\` has the format \`int32\``],
    },
    {
      what: 'in an object that is closed now breaks',
      given: (draft) => delete draft.schema('MovementRequest').additionalProperties,
      change: (draft) => {
        draft.schema('MovementRequest').additionalProperties = false;
      },
      lines: [`- **Breaking:** \`MovementRequest\` may have no other fields now${SENT}`],
    },
    {
      what: 'in an object that is open now passes',
      change: (draft) => delete draft.schema('MovementRequest').additionalProperties,
      lines: [`- \`MovementRequest\` may have any other field now${SENT}`],
    },
    {
      what: 'that is needed beside another now breaks, in a keyword that nobody has thought of too',
      change: (draft) => {
        draft.schema('MovementRequest').dependentRequired = { reference: ['note'] };
      },
      lines: ['- **Breaking:** `MovementRequest` has another `dependentRequired`, to be judged'],
    },
    {
      what: 'of which there may be fewer breaks',
      change: (draft) => {
        draft.field('MovementBatchRequest', 'movements').maxItems = 50;
      },
      lines: [
        '- **Breaking:** `MovementBatchRequest.movements` has the maxItems 50, was 100, in requests',
      ],
    },
    {
      what: 'in one form less breaks',
      given: (draft) => {
        draft.schema('MovementRequest').properties.location = {
          oneOf: [{ type: 'string' }, { type: 'integer' }],
        };
      },
      change: (draft) => draft.field('MovementRequest', 'location').oneOf.pop(),
      lines: ['- **Breaking:** `MovementRequest.location` no longer takes number 2 of its forms'],
    },
    {
      what: 'in one form more passes',
      given: (draft) => {
        draft.schema('MovementRequest').properties.location = {
          oneOf: [{ type: 'string' }, { type: 'integer' }],
        };
      },
      change: (draft) => draft.field('MovementRequest', 'location').oneOf.push({ type: 'boolean' }),
      lines: ['- `MovementRequest.location` takes number 3 of its forms too'],
    },
  ]);
});

describe('a field of answers', () => {
  itJudges([
    {
      what: 'that is gone breaks',
      change: (draft) => delete draft.schema('Order').properties.tracking_number,
      lines: [`- **Breaking:** \`Order.tracking_number\` is removed${ANSWERED}`],
    },
    {
      what: 'of another name breaks',
      change: (draft) => {
        const schema = draft.schema('Order');
        schema.properties.tracking_code = schema.properties.tracking_number;
        delete schema.properties.tracking_number;
        schema.required[schema.required.indexOf('tracking_number')] = 'tracking_code';
      },
      lines: [
        `- **Breaking:** \`Order.tracking_number\` is removed${ANSWERED}`,
        `- \`Order.tracking_code\` is new${ANSWERED}`,
      ],
    },
    {
      what: 'that is new passes, required or not',
      change: (draft) => {
        const schema = draft.schema('Order');
        schema.properties.notes = { type: 'string' };
        schema.properties.source = { type: 'string' };
        schema.required.push('source');
      },
      lines: [`- \`Order.notes\` is new${ANSWERED}`, `- \`Order.source\` is new${ANSWERED}`],
    },
    {
      what: 'that is new in an object that was closed breaks',
      given: (draft) => {
        draft.schema('Order').additionalProperties = false;
      },
      change: (draft) => {
        draft.schema('Order').properties.notes = { type: 'string' };
      },
      lines: ['- **Breaking:** `Order.notes` is new, where no field was to be added'],
    },
    {
      what: 'that may be missing now breaks',
      change: (draft) => {
        const schema = draft.schema('Order');
        schema.required = schema.required.filter((name: string) => name !== 'currency');
      },
      lines: [`- **Breaking:** \`Order.currency\` may now be missing${ANSWERED}`],
    },
    {
      what: 'that is always there now passes',
      given: (draft) => {
        const schema = draft.schema('Order');
        schema.required = schema.required.filter((name: string) => name !== 'currency');
      },
      change: (draft) => draft.schema('Order').required.push('currency'),
      lines: [`- \`Order.currency\` is always there now${ANSWERED}`],
    },
    {
      what: 'that may be null now breaks',
      change: (draft) => {
        draft.field('Order', 'currency').type = ['string', 'null'];
      },
      lines: [`- **Breaking:** \`Order.currency\` may now be null${ANSWERED}`],
    },
    {
      what: 'that may be null now breaks, in another way of writing it too',
      change: (draft) => {
        const { properties } = draft.schema('Order');
        properties.id = { anyOf: [properties.id, { type: 'null' }] };
      },
      lines: [`- **Breaking:** \`Order.id\` may now be null${ANSWERED}`],
    },
    {
      what: 'that is never null any more passes',
      change: (draft) => {
        draft.field('Order', 'tracking_number').type = 'string';
      },
      lines: [`- \`Order.tracking_number\` is never null any more${ANSWERED}`],
    },
    {
      what: 'that may be null in another way of writing it says nothing',
      change: (draft) => {
        const { properties } = draft.schema('Order');
        properties.tracking_number = { oneOf: [{ type: 'string' }, { type: 'null' }] };
      },
      lines: [],
    },
    {
      what: 'of another type breaks',
      change: (draft) => {
        draft.schema('Order').properties.total_cents = { type: 'string' };
      },
      lines: [`- **Breaking:** \`Order.total_cents\` is now string, was integer${ANSWERED}`],
    },
    {
      what: 'that may have fractions now breaks',
      change: (draft) => {
        draft.field('Order', 'total_cents').type = 'number';
      },
      lines: [`- **Breaking:** \`Order.total_cents\` is now number, was integer${ANSWERED}`],
    },
    {
      what: 'without a lower bound breaks',
      change: (draft) => delete draft.field('Order', 'total_cents').minimum,
      lines: [`- **Breaking:** \`Order.total_cents\` has no minimum any more, was 0${ANSWERED}`],
    },
    {
      what: 'with a bound passes',
      change: (draft) => {
        draft.field('Order', 'currency').maxLength = 3;
      },
      lines: [`- \`Order.currency\` has the maxLength 3, had none${ANSWERED}`],
    },
    {
      what: 'without its format breaks',
      change: (draft) => delete draft.field('Order', 'shipped_at').format,
      lines: [
        `- **Breaking:** \`Order.shipped_at\` has no format any more, was \`date-time\`${ANSWERED}`,
      ],
    },
    {
      what: 'with a wider number breaks',
      given: (draft) => {
        draft.field('Order', 'total_cents').format = 'int32';
      },
      change: (draft) => {
        draft.field('Order', 'total_cents').format = 'int64';
      },
      lines: [`- **Breaking:** \`Order.total_cents\` has the format \`int64\`, was \`int32\``],
    },
    {
      what: 'with a new value of a closed list breaks',
      given: (draft) => {
        const { description } = draft.field('Order', 'status');
        draft.schema('Order').properties.status = { type: 'string', enum: ['paid'], description };
      },
      change: (draft) => draft.field('Order', 'status').enum.push('packed'),
      lines: [
        `- **Breaking:** \`Order.status\` may now be \`packed\`, and the list was closed${ANSWERED}`,
      ],
    },
    {
      what: 'with a new value of an open list passes',
      given: (draft) => {
        draft.field('Order', 'status')['x-extensible-enum'] = ['paid', 'shipped'];
      },
      change: (draft) => draft.field('Order', 'status')['x-extensible-enum'].push('packed'),
      lines: [`- \`Order.status\` has \`packed\` too${ANSWERED}`],
    },
    {
      what: 'without a value of an open list breaks',
      given: (draft) => {
        draft.field('Order', 'status')['x-extensible-enum'] = ['paid', 'shipped'];
      },
      change: (draft) => draft.field('Order', 'status')['x-extensible-enum'].pop(),
      lines: [`- **Breaking:** \`Order.status\` no longer has \`shipped\`${ANSWERED}`],
    },
    {
      what: 'whose closed list is open now breaks',
      given: (draft) => {
        const status = draft.field('Order', 'status');
        delete status['x-extensible-enum'];
        status.enum = ['paid'];
      },
      change: (draft) => {
        const status = draft.field('Order', 'status');
        status['x-extensible-enum'] = status.enum;
        delete status.enum;
      },
      lines: [
        `- **Breaking:** \`Order.status\` may have values that are not listed now${ANSWERED}`,
      ],
    },
    {
      what: 'that is deprecated passes, and is printed',
      change: (draft) => {
        draft.field('Order', 'currency').deprecated = true;
      },
      lines: [`- \`Order.currency\` is deprecated${ANSWERED}`],
    },
    {
      what: 'deep in a list breaks all the same',
      change: (draft) => delete draft.schema('StoreOrderItem').properties.quantity,
      lines: ['- **Breaking:** `StoreOrderItem.quantity` is removed, in answers of '],
    },
    {
      what: 'in one form more breaks',
      given: (draft) => {
        draft.schema('Order').properties.label = { oneOf: [{ type: 'string' }] };
      },
      change: (draft) => draft.field('Order', 'label').oneOf.push({ type: 'object' }),
      lines: [`- **Breaking:** \`Order.label\` may now be number 2 of its forms${ANSWERED}`],
    },
    {
      what: 'that one part of a whole no longer has breaks',
      given: (draft) => {
        const whole = draft.schema('Order');
        draft.document.components.schemas.Order = { allOf: [whole, { type: 'object' }] };
      },
      change: (draft) => delete draft.schema('Order').allOf[0].properties.currency,
      lines: [`- **Breaking:** \`Order.currency\` is removed${ANSWERED}`],
    },
    {
      what: 'that each of two parts has, and one no longer bounds, breaks',
      given: (draft) => {
        const parts = [
          { type: 'object', properties: { label: { type: 'string', minLength: 2 } } },
          {
            type: 'object',
            required: ['label'],
            properties: { label: { minLength: 5 }, size: { type: 'integer' } },
          },
        ];
        draft.schema('Order').properties.box = { allOf: parts };
      },
      change: (draft) => delete draft.field('Order', 'box').allOf[1].properties.label.minLength,
      lines: [`- **Breaking:** \`Order.box.label\` has the minLength 2, was 5${ANSWERED}`],
    },
    {
      what: 'of one of several answers in a batch breaks, and is named by that answer',
      change: (draft) => delete draft.schema('MovementResult').properties.idempotent,
      lines: [
        '- **Breaking:** `MovementResult.idempotent` is removed, in answers of ',
        '- **Breaking:** `MovementOutcome.idempotent` is removed, in answers of ',
      ],
    },
    {
      what: 'that one of two parts no longer requires breaks',
      given: (draft) => {
        const part = (name: string) => ({ required: [name], properties: { [name]: {} } });
        draft.schema('Order').properties.box = { allOf: [part('label'), part('size')] };
      },
      change: (draft) => delete draft.field('Order', 'box').allOf[0].required,
      lines: [`- **Breaking:** \`Order.box.label\` may now be missing${ANSWERED}`],
    },
    {
      what: 'in parts that make the same whole says nothing',
      change: (draft) => {
        const { properties, ...rest } = draft.schema('Order');
        draft.document.components.schemas.Order = { allOf: [rest, { properties }] };
      },
      lines: [],
    },
    {
      what: 'that alone of all who refer to a schema is bounded is named by its location',
      change: (draft) => {
        draft.field('Order', 'id').maxLength = 36;
      },
      lines: [`- \`Order.id\` has the maxLength 36, had none${ANSWERED}`],
    },
    {
      what: 'that may not be null by what it refers to cannot be by what stands beside',
      change: (draft) => {
        draft.field('Order', 'id').type = ['string', 'null'];
      },
      lines: [],
    },
    {
      what: 'whose kinds no longer say the same breaks, and a kind more passes',
      given: (draft) => {
        const schemas = { a: { $ref: '#/components/schemas/Lot' }, b: {} };
        draft.field('Order', 'currency')['x-schema-by-type'] = schemas;
      },
      change: (draft) => {
        draft.field('Order', 'currency')['x-schema-by-type'] = { a: {}, b: {}, c: {} };
      },
      lines: [`- **Breaking:** \`Order.currency\` no longer has the same schema for \`a\``],
    },
    {
      what: 'with a schema that contains itself is judged',
      given: (draft) => {
        draft.schema('Order').properties.parent = { $ref: '#/components/schemas/Order' };
      },
      change: (draft) => delete draft.schema('Order').properties.currency,
      lines: [`- **Breaking:** \`Order.currency\` is removed${ANSWERED}`],
    },
    {
      what: 'of a schema of another name breaks generated clients',
      change: ({ document }) => {
        const text = JSON.stringify(document).replaceAll(
          '"#/components/schemas/Order"',
          '"#/components/schemas/CustomerOrder"',
        );
        Object.assign(document, JSON.parse(text));
        document.components.schemas.CustomerOrder = document.components.schemas.Order;
        delete document.components.schemas.Order;
      },
      lines: ['- **Breaking:** `Order` is no longer the name of a schema.'],
    },
    {
      what: 'of one operation alone is named by its location',
      given: (draft) => {
        const { content } = draft.response(ORDER, '200');
        content['application/json'].schema = structuredClone(draft.schema('Order'));
      },
      change: (draft) => {
        const { content } = draft.operation(ORDER).responses['200'];
        delete content['application/json'].schema.properties.currency;
      },
      lines: [`- **Breaking:** \`${ORDER} 200.currency\` is removed, in answers of \`${ORDER}\`.`],
    },
  ]);
});

describe('an event', () => {
  const changed = `, in the event \`${STOCK_CHANGED}\``;
  itJudges([
    {
      what: 'that is no longer sent breaks',
      change: ({ document }) => delete document.webhooks[ORDER_UPDATED],
      lines: [`- **Breaking:** \`${ORDER_UPDATED}\` is removed.`],
    },
    {
      what: 'of a new kind passes',
      change: ({ document }) => {
        document.webhooks['order.created'] = structuredClone(document.webhooks[ORDER_UPDATED]);
      },
      lines: ['- `order.created` is new.'],
    },
    {
      what: 'with a property that is gone breaks',
      change: (draft) => delete draft.schema('StockChangedData').properties.available,
      lines: [`- **Breaking:** \`StockChangedData.available\` is removed${changed}`],
    },
    {
      what: 'with a property of another type breaks',
      change: (draft) => {
        draft.schema('StockChangedData').properties.version = { type: 'string' };
      },
      lines: [`- **Breaking:** \`StockChangedData.version\` is now string, was integer${changed}`],
    },
    {
      what: 'with a property that may be null now breaks',
      change: (draft) => {
        draft.field('StockChangedData', 'available').type = ['integer', 'null'];
      },
      lines: [`- **Breaking:** \`StockChangedData.available\` may now be null${changed}`],
    },
    {
      what: 'with a property that may be missing now breaks',
      change: (draft) => {
        draft.schema('StockChangedData').required.shift();
      },
      lines: [`- **Breaking:** \`StockChangedData.sku_code\` may now be missing${changed}`],
    },
    {
      what: 'with a new property passes',
      change: (draft) => {
        draft.schema('StockChangedData').properties.incoming = { type: 'integer' };
      },
      lines: [`- \`StockChangedData.incoming\` is new${changed}`],
    },
    {
      what: 'with another type in its envelope breaks',
      change: (draft) => {
        draft.field('StockChangedEvent', 'type').const = 'stock.moved';
      },
      lines: [
        `- **Breaking:** \`StockChangedEvent.type\` no longer has \`stock.changed\`${changed}`,
        `- **Breaking:** \`StockChangedEvent.type\` may now be \`stock.moved\``,
      ],
    },
    {
      what: 'without one of its headers breaks',
      change: (draft) => {
        draft.eventParameter('onStockChanged', 'X-Webhook-Signature').name = 'X-Signature';
      },
      lines: [
        `- **Breaking:** \`X-Webhook-Signature\` is removed, in the headers of \`${STOCK_CHANGED}\`.`,
        `- \`X-Signature\` is new, in the headers of \`${STOCK_CHANGED}\`.`,
      ],
    },
    {
      what: 'with a header that may be missing now breaks',
      change: (draft) => {
        draft.eventParameter('onStockChanged', 'X-Webhook-Signature').required = false;
      },
      lines: ['- **Breaking:** `X-Webhook-Signature` may now be missing, in the headers of '],
    },
    {
      what: 'with a header that is new and always there passes',
      change: (draft) => {
        const header = { name: 'X-Attempt', in: 'header', required: true, schema: {} };
        draft.event('onStockChanged').parameters.push(header);
      },
      lines: [`- \`X-Attempt\` is new, in the headers of \`${STOCK_CHANGED}\`.`],
    },
    {
      what: 'that asks for another answer breaks its receivers',
      change: (draft) => {
        const { responses } = draft.event('onStockChanged');
        const [status = ''] = Object.keys(responses);
        responses['204'] = responses[status];
        delete responses[status];
      },
      lines: [`- **Breaking:** \`${STOCK_CHANGED}\` may no longer be answered 2`],
    },
    {
      what: 'with another operationId breaks',
      change: (draft) => {
        draft.event('onStockChanged').operationId = 'onStock';
      },
      lines: [`- **Breaking:** \`${STOCK_CHANGED}\` is named \`onStock\`, was \`onStockChanged\`.`],
    },
    {
      what: 'that endpoints can ask for passes',
      change: (draft) => draft.schema('EventType').enum.push('order.created'),
      lines: ['- `EventType` has `order.created` too, in requests of '],
    },
    {
      what: 'that endpoints can no longer ask for breaks',
      change: (draft) => draft.schema('EventType').enum.pop(),
      lines: ['- **Breaking:** `EventType` no longer has `order.updated`, in '],
    },
  ]);
});
