/**
 * Every text of the specification's error catalogue and validation rules, once. Their spellings
 * differ from place to place on purpose: they are kept literally (OP-28). A file for each part of
 * the shop, so that a screen loads the texts of its own part only.
 */
export * as messages from './every.ts';
