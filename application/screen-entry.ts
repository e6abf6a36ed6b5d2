import type { JSX } from 'preact';
import type { IconName } from './components/icon.tsx';

export interface ScreenProps {
  /** What the names in the address stand for. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export interface ScreenEntry {
  /** Below `/app`; `:name` stands for a part of it. */
  readonly path: string;
  readonly view: (props: ScreenProps) => JSX.Element;
  /** One of them opens it; without any, everybody may. */
  readonly scopes?: readonly string[];
  /** Its name in the menu, below the name of a group. */
  readonly menu?: {
    readonly group: string;
    readonly label: string;
    readonly icon: IconName;
  };
}
