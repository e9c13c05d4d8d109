/**
 * Every text of the specification's error catalogue and validation rules, defined once. Their spelling
 * differs from place to place on purpose: they are used literally (OP-28). One file per part of the shop, so
 * that a screen loads only the texts of its own part.
 */
export * as messages from './all-messages.ts';
