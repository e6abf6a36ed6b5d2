/** Reads for a screen: one answer, or a list page by page. Each is read again when what it depends on has changed. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly problem: Error | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ data?: T; problem?: Error; isLoading: boolean }>({
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setState((before) => ({ ...before, isLoading: true }));
    load().then(
      (data) => isCurrent && setState({ data, isLoading: false }),
      (problem: Error) => isCurrent && setState({ problem, isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [...inputs, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { data: state.data, problem: state.problem, isLoading: state.isLoading, reload };
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

export interface Pages<T> {
  readonly rows: readonly T[];
  readonly problem: Error | undefined;
  readonly isLoading: boolean;
  /** There is more to show. */
  readonly hasMore: boolean;
  more(): void;
  reload(): void;
}

export function usePages<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
  inputs: readonly unknown[],
): Pages<T> {
  const [rows, setRows] = useState<readonly T[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<Error>();
  const [isLoading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  /** Answers to an earlier question are dropped. */
  const asked = useRef(0);
  /** A list that is read again keeps its length, so that what is acted on stays in sight. */
  const least = useRef(0);
  const read = (cursor: string | undefined, before: readonly T[]) => {
    asked.current += 1;
    const mine = asked.current;
    setLoading(true);
    load(cursor).then(
      (page) => {
        if (mine !== asked.current) return;
        const all = [...before, ...page.data];
        if (all.length < least.current && page.next_cursor !== null) {
          read(page.next_cursor, all);
          return;
        }
        least.current = 0;
        setRows(all);
        setNext(page.next_cursor);
        setProblem(undefined);
        setLoading(false);
      },
      (failure: Error) => {
        if (mine !== asked.current) return;
        setProblem(failure);
        setLoading(false);
      },
    );
  };
  useEffect(() => {
    read(undefined, []);
    return () => {
      asked.current += 1;
    };
  }, [...inputs, turn]);
  return {
    rows,
    problem,
    isLoading,
    hasMore: next !== null,
    more: () => {
      if (next !== null) read(next, rows);
    },
    reload: () => {
      least.current = rows.length;
      setTurn((before) => before + 1);
    },
  };
}

/** How many pages are read of a list that a choice is made from. */
const PAGES_MAX = 20;
const PAGE_ROWS = 100;

/** All rows of a short list, at most 2,000. */
export async function readAll<T>(
  load: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { data, next_cursor } = await load({
      limit: PAGE_ROWS,
      ...(cursor !== undefined && { cursor }),
    });
    rows.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return rows;
}
