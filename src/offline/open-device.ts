import type { DeviceParts } from './accounts/engine-parts.ts';
import { createDevice, type Device } from './device.ts';

let opened: Device | null = null;

/** Creates the page's device. The composition root calls it once, before anything renders. */
export function openDevice(parts: DeviceParts): Device {
  opened = createDevice(parts);
  return opened;
}

/**
 * The page's device.
 * @throws before `openDevice` was called
 */
export function device(): Device {
  if (!opened) throw new Error('openDevice comes first');
  return opened;
}
