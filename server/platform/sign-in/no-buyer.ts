import { Problem } from '../http/problem.ts';

export function noBuyer(): Problem {
  return new Problem('NOT_FOUND', 'This buyer doesn’t exist or deleted the account.');
}
