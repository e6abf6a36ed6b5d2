/** Drawn in the line's colour, next to words: an icon alone says nothing to many. */
const PATHS = {
  activity: 'M3 12h4l3 8 4-16 3 8h4',
  adjust: 'M12 4v16M4 8h8M4 16h8M16 6l4 4-4 4',
  alert: 'M12 3 2 20h20zM12 10v4M12 17v.01',
  bad: 'M18 6 6 18M6 6l12 12',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  check: 'm4 12 5 6L20 6',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5',
  count: 'M5 4h14v17H5zM9 2h6v4H9zM9 11h6M9 16h6',
  dot: 'M12 12v.01',
  home: 'M3 11 12 4l9 7M6 9v11h12V9',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7v.01',
  key: 'M14 10 21 3M18 6l2 2M8 21a5 5 0 1 0 0-10 5 5 0 0 0 0 10',
  lots: 'm12 3 9 5-9 5-9-5zM3 13l9 5 9-5',
  orders: 'M3 8l9-5 9 5v8l-9 5-9-5zM3 8l9 5 9-5M12 13v8',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21a7 7 0 0 1 14 0M17 4a4 4 0 0 1 0 7M19 15a6 6 0 0 1 3 6',
  receive: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  scanner: 'M4 6v12M8 6v12M11 6v12M15 6v12M18 6v12M20 6v12',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  stock: 'M3 21V8l9-5 9 5v13M7 21v-9h10v9M7 16h10',
  temperature: 'M14 14V5a2 2 0 0 0-4 0v9a4 4 0 1 0 4 0M12 9v8',
  terminal: 'M3 4h18v12H3zM8 21h8M12 16v5',
  transfer: 'M4 8h14l-4-4M20 16H6l4 4',
  waste: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
