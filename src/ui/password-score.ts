import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: 64,
  // With the default of 100, a long phrase takes four times as long.
  l33tMaxSubstitutions: 10,
});

/** How hard a password is to guess, from 0 to 4. Of a very long one, its first 64 characters count. */
export default function passwordScore(password: string): number {
  return estimator.check(password).score;
}
