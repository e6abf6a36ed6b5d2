import { Card } from '../components/screen.tsx';
import { developers } from './developers.tsx';

const LINKS = [
  ['/docs', 'Guides and reference', 'How to begin, every operation, and what each error means.'],
  ['/openapi.json', 'openapi.json', 'The contract of all operations, for tools.'],
  ['/webhooks.json', 'webhooks.json', 'The contract of all events, for tools.'],
] as const;

/** The contract's version, which the packages have too; the page is built with it. */
declare const CONTRACT_VERSION: string;

const SDKS = [
  ['TypeScript', 'npm install', `pharmacy-platform-sdk-${CONTRACT_VERSION}.tgz`],
  ['Python', 'pip install', `pharmacy_platform-${CONTRACT_VERSION}-py3-none-any.whl`],
] as const;

export const DeveloperLinks = developers('/developers/links', 'Documentation', () => (
  <>
    <Card title="Of this service">
      <ul class="picks">
        {LINKS.map(([href, label, what]) => (
          <li key={href}>
            <a href={href}>{label}</a>
            <span class="quiet">{what}</span>
          </li>
        ))}
      </ul>
    </Card>
    <Card title="SDKs">
      <ul class="picks">
        {SDKS.map(([language, install, file]) => (
          <li key={file}>
            <span class="pick">
              <a href={`/sdk/${file}`} download>
                {language}
              </a>
              <span class="code">
                {install} {location.origin}/sdk/{file}
              </span>
            </span>
            <a href={`/sdk/${file}.sha256`} aria-label={`SHA-256 of the ${language} SDK`}>
              SHA-256
            </a>
          </li>
        ))}
      </ul>
    </Card>
  </>
));
