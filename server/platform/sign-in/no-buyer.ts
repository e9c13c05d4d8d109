import { Problem } from '../http/problem.ts';

export function noBuyer(): Problem {
  return new Problem('NOT_FOUND', 'There is no such buyer, or the account was deleted.');
}
