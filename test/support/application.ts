// A pharmacy with its service, and a person of it in front of the page in Chromium.
import document from '../../generated/application.json' with { type: 'json' };
import contract from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };
import { authenticator } from '../../src/api-keys/admission.ts';
import { isTransient } from '../../src/database/database.ts';
import { createApp } from '../../src/http/app.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import { listen } from '../../src/http/serve.ts';
import { applicationHandlers } from '../../src/program/application-handlers.ts';
import { handlers } from '../../src/program/handlers.ts';
import { makeServices } from '../../src/program/services.ts';
import { AddressGuard } from '../../src/webhooks/endpoints/address-guard.ts';
import { patientAccessNoter } from '../../src/patients/patient-access.ts';
import { importFile, SECRETS } from './as-operator.ts';
import { type BrowserPage, openBrowser, type Stroke } from './chromium.ts';
import { compileOnce } from './compile-once.ts';
import { createTestDatabase, readsOf, type TestDatabase } from './database.ts';
