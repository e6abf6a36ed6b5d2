import { Card } from '../components/screen.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { Developers } from './developers.tsx';

const LINKS = [
  ['/docs', 'Guides and reference', 'How to begin, every operation, and what each error means.'],
  ['/openapi.json', 'openapi.json', 'The contract of all operations, for tools.'],
  ['/webhooks.json', 'webhooks.json', 'The contract of all events, for tools.'],
] as const;

export function DeveloperLinks({ query }: ScreenProps) {
  return (
    <Developers at="/developers/links" title="Documentation" query={query}>
      {() => (
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
      )}
    </Developers>
  );
}
