import { Screen } from '../components/screen.tsx';
import { session } from '../session.ts';

export function Home() {
  return (
    <Screen title={session.value?.organization.name ?? 'Home'}>
      <p class="lead">Scan a product to see its lots.</p>
    </Screen>
  );
}
