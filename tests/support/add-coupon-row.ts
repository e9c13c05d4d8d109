import { randomUUID } from 'node:crypto';
import type { ShopApi } from './shop-api.ts';

/** A coupon in a running shop, a tenth off; answers its code. Dollars. */
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
