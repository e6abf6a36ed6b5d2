/**
 * A contract of the tests' own. It holds every kind of rule that the shell enforces, so that the
 * rules stay tested whatever the product's contract comes to say.
 */
import type { ContractDocument } from '../../src/http/operations.ts';

const text = { type: 'string', maxLength: 100 };

const problem = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const refusals = Object.fromEntries(
  [400, 401, 403, 404, 405, 409, 413, 415, 422, 500, 503].map((status) => [
    status,
    { $ref: '#/components/responses/Problem' },
  ]),
);

const thing = {
  description: 'A thing.',
  headers: { 'X-RateLimit-Limit': { required: true, schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
};

const limited = {
  description: 'Too many.',
  headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/RateLimited' } } },
};

export const shellDocument: ContractDocument = {
  openapi: '3.1.0',
  info: { title: 'Shell', version: '1.0.0' },
  servers: [
    { url: 'https://api.example/api/public' },
    { url: 'https://preview.example/api/public' },
  ],
  paths: {
    '/v1/inventory/things': {
      post: {
        operationId: 'postThing',
        security: [{ apiKey: ['inventory:write'] }],
        'x-live-key-only': true,
        'x-body-bytes-max': 1_000_000,
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: {
              type: 'string',
              minLength: 8,
              maxLength: 100,
              pattern: '^[!-~]+$',
            },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ThingRequest' } },
          },
        },
        responses: { 200: thing, 201: thing, ...refusals, 429: limited },
      },
      get: {
        operationId: 'listThings',
        security: [{ apiKey: ['inventory:read'] }],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
          },
          { name: 'location', in: 'query', schema: { type: 'string', maxLength: 50 } },
          { name: 'low', in: 'query', schema: { type: 'boolean' } },
          {
            name: 'as_of',
            in: 'query',
            allowReserved: true,
            schema: { type: 'string', format: 'date-time' },
          },
          {
            name: 'code',
            in: 'query',
            schema: {
              type: 'string',
              minLength: 3,
              pattern: '^[A-Z]+$',
              'x-pattern-means': 'capital letters',
            },
          },
          {
            name: 'hook',
            in: 'query',
            schema: {
              type: 'string',
              pattern: '^https://',
              'x-judged-by-operation': ['pattern'],
            },
          },
          { name: 'kind', in: 'query', schema: { type: 'string', enum: ['big', 'small'] } },
        ],
        responses: {
          200: {
            description: 'Things.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data', 'next_cursor'],
                  properties: {
                    data: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
                    next_cursor: { type: ['string', 'null'] },
                  },
                },
              },
            },
          },
          ...refusals,
          429: limited,
        },
      },
    },
    '/v1/inventory/things/preview': {
      post: {
        operationId: 'previewThing',
        security: [{ apiKey: ['inventory:read'] }],
        'x-quota': 'read',
        'x-body-bytes-max': 4_000,
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ThingRequest' } },
          },
        },
        responses: { 200: thing, ...refusals, 429: limited },
      },
    },
    '/v1/things/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      get: {
        operationId: 'getThing',
        security: [{ apiKey: ['things:read'] }, { apiKey: ['things:write'] }],
        responses: { 200: thing, ...refusals, 429: limited },
      },
      delete: {
        operationId: 'deleteThing',
        security: [{ apiKey: ['things:write'] }],
        'x-active-clinic-only': true,
        responses: { 200: thing, ...refusals, 429: limited },
      },
    },
    '/v1/partners/{external_id}': {
      get: {
        operationId: 'getPartner',
        security: [{ apiKey: ['things:read'] }],
        parameters: [{ name: 'external_id', in: 'path', required: true, schema: text }],
        responses: { 200: thing, ...refusals, 429: limited },
      },
    },
  },
  components: {
    securitySchemes: {
      apiKey: {
        'x-scopes': {
          'inventory:read': 'Read.',
          'inventory:write': 'Write.',
          'things:read': 'Read things.',
          'things:write': 'Write things.',
        },
      },
    },
    responses: { Problem: problem },
    schemas: {
      Base: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', format: 'uuid' } },
      },
      Thing: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            required: ['qty', 'expiry_date'],
            properties: {
              qty: { type: 'integer' },
              expiry_date: { type: ['string', 'null'], format: 'date' },
              seen: {},
            },
          },
        ],
      },
      ThingRequest: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'qty'],
        properties: {
          type: { type: 'string', enum: ['receive', 'return'] },
          qty: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
          product_id: { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]{36}$' },
          cadence: { type: ['string', 'null'], enum: ['weekly', null] },
          expiry_date: { type: 'string', format: 'date' },
          note: text,
          status: { type: 'string', enum: ['released', 'quarantine'], default: 'released' },
          reference: {
            type: 'object',
            additionalProperties: false,
            properties: { type: text, id: text },
          },
          items: {
            type: 'array',
            maxItems: 10,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['qty'],
              properties: { qty: { type: 'integer', minimum: 1 } },
            },
          },
          answers: { type: 'object', additionalProperties: true },
        },
      },
      Problem: {
        type: 'object',
        required: ['error'],
        properties: {
          error: {
            type: 'object',
            required: ['code', 'message', 'request_id'],
            properties: {
              code: { type: 'string' },
              message: { type: 'string' },
              request_id: { type: 'string', format: 'uuid' },
              details: {
                oneOf: [
                  {
                    type: 'array',
                    maxItems: 20,
                    items: {
                      type: 'object',
                      required: ['path', 'message'],
                      properties: { path: { type: 'string' }, message: { type: 'string' } },
                    },
                  },
                  {
                    type: 'object',
                    required: ['requested', 'available'],
                    properties: {
                      requested: { type: 'integer' },
                      available: { type: 'integer' },
                    },
                  },
                ],
              },
            },
          },
        },
      },
      RateLimited: {
        type: 'object',
        required: ['error', 'message', 'retry_after'],
        properties: {
          error: { const: 'rate_limited' },
          message: { type: 'string' },
          retry_after: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
};

/** What webhooks would send. */
export const shellEvents = {
  openapi: '3.1.0',
  info: { title: 'Shell: events', version: '1.0.0' },
  paths: {},
  webhooks: {},
};
