import type { Context } from 'hono';
import type { Caller } from '../platform/http/device-cookie.ts';

/** Who sends a request, for limits and for the list of devices. */
export interface StaffCaller extends Caller {
  /** As the browser describes itself; empty if it doesn't. */
  readonly userAgent: string;
}

export function staffCaller({
  address,
  device,
  context,
}: Caller & { readonly context: Context }): StaffCaller {
  return { address, device, userAgent: context.req.header('user-agent') ?? '' };
}
