import { randomUUID } from 'node:crypto';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refusal in PayPal's shape. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: object;

  constructor(status: ContentfulStatusCode, name: string, issue: string) {
    super(issue);
    this.status = status;
    this.body = { name, message: issue, debug_id: randomUUID(), details: [{ issue }] };
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
}

export function unprocessable(issue: string): Refusal {
  return new Refusal(422, 'UNPROCESSABLE_ENTITY', issue);
}
