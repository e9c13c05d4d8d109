import { useParams } from 'react-router';
import { CouponScreen } from '#features/cart/coupon-screen.tsx';

export default function CouponPage() {
  return <CouponScreen typed={useParams().code ?? ''} />;
}
