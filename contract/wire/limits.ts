/**
 * Business constants and limits (docs/requirements.md, U), each defined once, with its unit in its name or comment, and
 * an export of its own, so that a screen loads only those that it uses.
 */
export * as limits from './every-limit.ts';
