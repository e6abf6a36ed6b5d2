import { useEffect, useRef, useState } from 'preact/hooks';
import { Alert } from '../components/alert.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { type Finding, judgeCheck, shown } from '../scanning/check.ts';
import { SCAN_BOX_ID } from '../scanning/keyboard.ts';
import { type Heard, useRawScans } from '../scanning/scans.ts';
import { asSent } from '../scanning/separator.ts';
import { time } from '../words.ts';

/** When the scanner of this computer was last found right; it is kept in this browser alone. */
const KEPT = 'scanner-checked-at';
/** A scan has ended after this pause: within one, a scanner pauses for some milliseconds only. */
const ENDED_MILLISECONDS = 800;
const CODE_CHARACTERS_MIN = 6;

interface Checked {
  readonly came: string;
  readonly findings: readonly Finding[];
}

/** Shows a known code, and says what is wrong with how this computer's scanner is set. */
export function ScannerCheck() {
  const [checked, setChecked] = useState<Checked>();
  const [checkedAt, setCheckedAt] = useState(() => localStorage.getItem(KEPT));
  const capsLock = useRef(false);
  const judge = (came: string, endedBy: 'Enter' | 'Tab' | 'nothing'): Heard => {
    const findings = judgeCheck(came, { endedBy, capsLock: capsLock.current });
    setChecked({ came, findings });
    const wrong = findings.filter(({ isGood }) => !isGood);
    if (wrong.length > 0) return { tone: 'bad', text: wrong.map(({ text }) => text).join(' ') };
    const now = new Date().toISOString();
    localStorage.setItem(KEPT, now);
    setCheckedAt(now);
    return { tone: 'good', text: 'The scanner is set as it should be.' };
  };
  useRawScans(({ code, endedBy }) => judge(code, endedBy));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const listen = (event: KeyboardEvent) => {
      capsLock.current = event.getModifierState('CapsLock');
      clearTimeout(timer);
      timer = setTimeout(() => {
        const box = document.getElementById(SCAN_BOX_ID) as HTMLInputElement | null;
        if (!box || box.value.length < CODE_CHARACTERS_MIN) return;
        judge(asSent(box.value), 'nothing');
        box.value = '';
      }, ENDED_MILLISECONDS);
    };
    addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', listen, { capture: true });
    };
  }, []);
  return (
    <Screen
      title="Scanner check"
      lead={
        checkedAt
          ? `The scanner of this computer passed its check ${time(checkedAt)}.`
          : 'The scanner of this computer was not checked yet.'
      }
    >
      <div class="columns">
        <Card title="Scan this code">
          <p class="quiet">From the screen, or printed.</p>
          <img
            class="check-code"
            src="/app/assets/check-code.svg"
            width="240"
            height="240"
            alt="A DataMatrix code with a product, an expiry date, a lot and a serial number"
          />
        </Card>
        <Card title="What came">
          {checked ? (
            <div class="stack">
              <p class="code came">{shown(checked.came)}</p>
              {checked.findings.map(({ isGood, text }) => (
                <Alert key={text} tone={isGood ? 'good' : 'bad'}>
                  {text}
                </Alert>
              ))}
            </div>
          ) : (
            <p class="empty">Nothing yet.</p>
          )}
        </Card>
      </div>
    </Screen>
  );
}
