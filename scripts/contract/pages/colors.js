// Stands in for Redoc's library of colors, which computes with them and so cannot take variables of CSS. The browser
// mixes these, in light and in dark.
const percent = (share) => `${Math.round(share * 100)}%`;

export const darken = (share, color) => `color-mix(in srgb, ${color}, black ${percent(share)})`;
export const lighten = (share, color) => `color-mix(in srgb, ${color}, white ${percent(share)})`;
/** Redoc lets the ground through its small texts by a tenth, and then they stand out too little. */
export const transparentize = (share, color) =>
  share <= 0.1 ? color : `color-mix(in srgb, ${color}, transparent ${percent(share)})`;
export const desaturate = (_share, color) => color;
export const readableColor = () => 'var(--on-accent)';
export const getLuminance = () => 1;
