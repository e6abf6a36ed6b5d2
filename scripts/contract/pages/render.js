// Draws the pages of the reference where they are generated.
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { draw } from './reference.js';

const sheet = new ServerStyleSheet();

export const render = (document, tag) =>
  renderToString(sheet.collectStyles(createElement(() => draw(document, tag))));

/** The styles of all that was rendered. */
export const styles = () => sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
