import type { studioCalls } from '#contract/studio/calls.ts';
import type { HandlersOf } from './calls-at-fetch.ts';

export type StudioHandlers = HandlersOf<typeof studioCalls>;
