import { createElement, Fragment, type ReactNode } from 'react';

/** Parts that may be the same as others beside them, so that React tells them apart by their places, not by keys. */
export function inPlace(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
