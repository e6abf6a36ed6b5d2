// Which module of src may import which (docs/ARCHITECTURE.md). Imports point one way: main; program; then http and
// operator; then the features; then events, idempotency, audit, import and secrets; then database; then hosts,
// embedded and queues; then telemetry; then lib and internals; then contract, errors and config. Type-only imports count.
const FEATURES =
  'api-keys|catalog|cells|counts|inventory|orders|organizations|partners|patients|people|scan|storefront|webhooks';
const SHARED = 'events|idempotency|audit|import|secrets';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-circle',
      'Two files that need each other are one, or need a third.',
      { path: '^(src|kit|scripts|soak|application|sdk)/' },
      { circular: true },
    ),
    rule(
      'nothing-imports-the-wiring',
      'What a feature needs is handed to it; it names what.',
      { path: '^src/', pathNot: '^src/(main[.]ts$|program/)' },
      { path: '^src/(main[.]ts$|program/)' },
    ),
    rule(
      'http-is-protocol',
      'No SQL and no meaning: the shell knows the contract and its errors.',
      { path: '^src/http/' },
      {
        path: '^src/',
        pathNot:
          '^src/(http/|queues/|telemetry/|internals/|lib/violation[.]ts$|(contract|errors|config)[.]ts$)',
      },
    ),
    rule(
      'http-alone-knows-express',
      'Handlers take a typed call and give a typed answer.',
      { path: '^src/', pathNot: '^src/(http/|main[.]ts$)' },
      { path: 'node_modules/express' },
    ),
    rule(
      'features-are-below',
      'Features know neither the protocol nor the operator’s words.',
      { path: `^src/(${FEATURES}|${SHARED}|database|hosts|embedded|queues|telemetry|lib)/` },
      { path: '^src/(http|operator)/' },
    ),
    rule(
      'what-features-share-is-below-them',
      'The one writer of events does not know who writes, the import engine not what it imports.',
      { path: `^src/(${SHARED})/` },
      { path: `^src/(${FEATURES})/` },
    ),
    rule(
      'database-is-below-events',
      'The database knows no feature.',
      { path: '^src/database/' },
      {
        path: '^src/',
        pathNot:
          '^src/(database|hosts|embedded|queues|telemetry|internals|lib)/|^src/(contract|errors|config)[.]ts$',
      },
    ),
    rule(
      'hosts-and-the-embedded-server-are-below-the-database',
      'They know servers and connections, and no statement.',
      { path: '^src/(hosts|embedded)/' },
      { path: '^src/', pathNot: '^src/(hosts|embedded|internals|lib)/' },
    ),
    rule(
      'queues-count-and-know-no-work',
      'What waits is handed to them; they import what counts it.',
      { path: '^src/queues/' },
      { path: '^src/', pathNot: '^src/(queues|telemetry)/|^src/(contract|errors)[.]ts$' },
    ),
    rule(
      'telemetry-is-written-to',
      'Whoever works counts what it does; what counts knows nobody.',
      { path: '^src/telemetry/' },
      { path: '^src/', pathNot: '^src/(telemetry/|(contract|errors)[.]ts$)' },
    ),
    rule(
      'lib-is-below',
      'Small things without a home of their own know no module above them.',
      { path: '^src/lib/' },
      { path: '^src/', pathNot: '^src/lib/|^src/(contract|errors)[.]ts$' },
    ),
    rule(
      'internals-know-no-room',
      'Private parts of libraries, each in the file of its library: what the service makes of them is above.',
      { path: '^src/internals/' },
      { path: '^src/', pathNot: '^src/internals/' },
    ),
    rule(
      'contract-errors-and-config-are-the-floor',
      'They import nothing but each other and the names of hosts.',
      { path: '^src/(contract|errors|config)[.]ts$' },
      { path: '^src/', pathNot: '^src/(contract|errors|config)[.]ts$|^src/lib/hosts[.]ts$' },
    ),
    rule(
      'stock-knows-no-customer',
      'Orders import the inventory, never the other way.',
      { path: '^src/(inventory|catalog|scan)/' },
      { path: '^src/(orders|patients|storefront|partners)/' },
    ),
    rule(
      'the-product-knows-neither-tools-nor-tests',
      'They start it and try it.',
      { path: '^(src|application|sdk)/', pathNot: '^(application|sdk)/test/' },
      { path: '^(kit|scripts|soak|test|application/test|sdk/test)/' },
    ),
    rule(
      'the-kit-is-below-tools-and-tests',
      'What both need is in it, and nothing that one of them needs alone.',
      { path: '^kit/' },
      { path: '^(scripts|soak|test|application|sdk)/' },
    ),
    rule(
      'tools-know-no-tests',
      'A file that a tool and a test need is in the kit.',
      { path: '^(scripts|soak)/' },
      { path: '^(test|application/test|sdk/test)/' },
    ),
    rule(
      'the-soak-is-a-package-of-its-own',
      'Tools start it as people do; it knows the product and the kit.',
      { path: '^scripts/' },
      { path: '^soak/' },
    ),
    rule(
      'the-soak-knows-no-other-tool',
      'It has the kit.',
      { path: '^soak/' },
      { path: '^scripts/' },
    ),
    rule(
      'tests-know-no-tools',
      'The run builds what it serves. The others are named: they prove what a tool makes, which the product serves or a page prints.',
      {
        path: '^(test|application/test|sdk/test)/',
        pathNot:
          '^test/support/global-setup[.]ts$|^test/(bounds|docs/(configuration|guides))[.]test[.]ts$|^application/test/scanner-check[.]test[.]ts$|^sdk/test/(build[.]deep|served)[.]test[.]ts$',
      },
      { path: '^(scripts|soak)/' },
    ),
    rule(
      'the-sdk-stands-alone',
      'It is installed by others, without the rooms: it knows the contract and openapi-fetch.',
      { path: '^sdk/typescript/', pathNot: '^sdk/typescript/cli/' },
      {
        path: '.',
        pathNot: '^sdk/typescript/(?!cli/)|^generated/sdk/contract/|node_modules/openapi-fetch/',
      },
    ),
    rule(
      'the-command-of-the-sdk-stands-alone',
      'It is installed with the SDK, and knows Node.js besides.',
      { path: '^sdk/typescript/cli/' },
      {
        path: '.',
        pathNot: '^sdk/typescript/|^generated/sdk/contract/',
        dependencyTypesNot: ['core'],
      },
    ),
    rule(
      'the-page-stands-alone',
      'It runs in the browser: it knows the application’s contract, the reader of codes and the packages that are bundled with it.',
      { path: '^application/', pathNot: '^application/test/' },
      {
        path: '.',
        pathNot:
          '^application/|^generated/application[.]d[.]ts$|^src/scan/(parse|pack-code)[.]ts$|node_modules/(preact|@preact/signals|idb|openapi-fetch|@simplewebauthn/browser)/|^bwip-js/browser$|node_modules/bwip-js/|^zxing-wasm/reader$|node_modules/zxing-wasm/',
      },
    ),
    rule(
      'the-reader-of-codes-is-pure',
      'It runs in the browser too: no database, no clock, no network.',
      { path: '^src/scan/', pathNot: '^src/scan/resolve-scan[.]ts$' },
      { path: '.', pathNot: '^src/scan/(?!resolve-scan)|^generated/contract[.]ts$' },
    ),
    rule(
      'no-room-imports-the-page',
      'It is served as a file that is generated from it.',
      { path: '^(src|kit|scripts|soak|sdk)/' },
      { path: '^application/|node_modules/(preact|@preact/signals|@simplewebauthn/browser)/' },
    ),
    rule(
      'no-room-imports-the-sdk',
      'The service does not call itself.',
      { path: '^src/' },
      { path: '^sdk/typescript/|^generated/sdk/|node_modules/openapi-fetch/' },
    ),
    rule(
      'the-inventory-points-down',
      'Verbs, then what they share, then the sweep, then the writer, then rows, then rules.',
      { path: '^src/inventory/(corrections|sweep|imports|writer|rows|rules)/' },
      { path: '^src/inventory/operations/' },
    ),
    rule(
      'the-sweep-and-the-writer-are-below-corrections',
      'A step of the sweep is a change like any other.',
      { path: '^src/inventory/(sweep|writer|rows|rules)/' },
      { path: '^src/inventory/(corrections|imports)/' },
    ),
    rule(
      'rows-know-no-writer',
      'SQL that is read is shared by verbs and by the writer.',
      { path: '^src/inventory/(rows|rules)/' },
      { path: '^src/inventory/(sweep|writer)/' },
    ),
    rule(
      'rules-are-pure',
      'Decisions work on plain values: no database, no clock, no network.',
      { path: '^src/[^/]+/rules/' },
      {
        path: '^src/(database|http|operator)/|^src/inventory/(writer|rows)/|node_modules/pg/',
        dependencyTypesNot: ['type-only'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules|^generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
};
