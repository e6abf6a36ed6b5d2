// Runs in the reader's browser. Redoc shows the scopes of OAuth alone, so each operation's text says what its key
// must have. It shows one document, so operations and events become one again.
const { openapi, webhooks } = document.getElementById('reference').dataset;
const read = (address) => fetch(address).then((answer) => answer.json());

Promise.all([read(openapi), read(webhooks)]).then(([contract, events]) => {
  for (const path of Object.values(contract.paths)) {
    for (const operation of Object.values(path)) sayScopes(operation);
  }
  const components = { ...contract.components };
  for (const [kind, some] of Object.entries(events.components)) {
    components[kind] = { ...components[kind], ...some };
  }
  for (const schema of Object.values(components.schemas)) leaveToProse(schema);
  const tags = [...contract.tags, ...events.tags];
  globalThis.Redoc.init(
    { ...contract, tags, webhooks: events.webhooks, components },
    {
      downloadUrls: [
        { title: 'openapi.json', url: openapi },
        { title: 'webhooks.json', url: webhooks },
      ],
      expandResponses: '200,201',
      sortRequiredPropsFirst: true,
      hideSchemaPattern: true,
      theme: {
        typography: {
          fontFamily: 'system-ui, sans-serif',
          headings: { fontFamily: 'system-ui, sans-serif' },
        },
      },
    },
    document.getElementById('reference'),
  );
});

function sayScopes(operation) {
  const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
  if (scopes.length === 0) return;
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  const live = operation['x-live-key-only'] ? ' Live keys only.' : '';
  operation.description = `**Scope:** ${names}.${live}\n\n${operation.description}`;
}

// What an operation judges by itself its descriptions say. Redoc would show the rules as kinds of one body.
function leaveToProse(schema) {
  for (const keyword of schema['x-judged-by-operation'] ?? []) delete schema[keyword];
}
