import { Outlet } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Announcer } from '#ui/announcer.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { ToastRegion } from '#ui/toast-region.tsx';
import { useScrollMemory } from './scroll-memory.ts';

export function Frame() {
  useScrollMemory();
  return (
    <>
      <header>
        <ShopLink to={paths.home.path}>Pinwheel</ShopLink>
        <ShopLink to={paths.shop.path}>SHOP</ShopLink>
        <ShopLink to={paths.cart.path}>Cart</ShopLink>
        <ShopLink to={paths.signIn.path}>Sign in</ShopLink>
      </header>
      <main>
        <Outlet />
      </main>
      <ToastRegion />
      <Announcer />
    </>
  );
}
