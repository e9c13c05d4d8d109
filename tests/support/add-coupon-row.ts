import { randomUUID } from 'node:crypto';
import type { ShopApi } from './shop-api.ts';

/** Adds a coupon for ten percent to a running shop; returns its code. Dollars. */
export function addCoupon(api: ShopApi, { minimum = 0 }: { minimum?: number } = {}): string {
  const code = `FOX${randomUUID().slice(0, 6).toUpperCase()}`;
  api.sql(
    `INSERT INTO coupons (id, code, codeKey, discountType, discount, minimumSubtotal, isOncePerCustomer, isScoped, createdAt)
     VALUES (?, ?, ?, 'percentage', 1000, ?, 0, 0, ?)`,
    randomUUID().replaceAll('-', '').slice(0, 24),
    code,
    code,
    minimum * 100,
    new Date().toISOString(),
  );
  return code;
}
