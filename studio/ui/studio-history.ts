import { createHoldableHistory } from './holdable-history.ts';

/** The history of the studio's page. */
export const studioHistory = createHoldableHistory(window);
