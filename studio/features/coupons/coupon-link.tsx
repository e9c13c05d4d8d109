import { useState } from 'react';
import { discountOf } from '#contract/shop/coupon-words.ts';
import { couponPath } from '#contract/shop/paths.ts';
import type { StudioCoupon } from '#contract/studio/coupons.ts';
import { Button } from '#ui/button.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { copyLink } from '#ui/share-link.ts';
import { toast } from '#ui/toast.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { Card } from '../../ui/card.tsx';
import styles from './coupon-link.module.css';

const loadQrCode = () => import('#ui/qr-code.tsx');

/** A coupon's link to give away, and its QR code for the stall. */
export function CouponLink({ coupon }: { readonly coupon: StudioCoupon }) {
  const QrCode = useLoaded(loadQrCode)?.default;
  const [isSaving, setSaving] = useState(false);
  const path = couponPath(coupon.code);
  const link = location.origin + path;

  async function save(): Promise<void> {
    setSaving(true);
    try {
      const { drawCouponSign } = await import('./draw-coupon-sign.ts');
      saveBlob(await drawCouponSign(coupon, link), `coupon-${coupon.code}.png`);
    } catch {
      toast.error('The picture couldn’t be made. Try another browser.');
    } finally {
      setSaving(false);
    }
  }

  return (
    <Card
      title="Link and QR code"
      text="Whoever opens the link has the code at once, and it’s applied when their cart has what it needs."
    >
      <p className={styles.link}>{link}</p>
      <div className={styles.sign}>
        {QrCode && (
          <QrCode
            text={link}
            label={`QR code: the link of ${coupon.code}, ${discountOf(coupon)}`}
            className={styles.qr}
          />
        )}
      </div>
      <div className="line-3">
        <Button variant="paper" onClick={() => void copyLink(path)}>
          Copy link
        </Button>
        <Button variant="paper" aria-disabled={isSaving} onClick={() => void save()}>
          Save as picture
        </Button>
      </div>
    </Card>
  );
}
