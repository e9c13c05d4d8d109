import { type ReactNode, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { type PathName, paths } from '#contract/shop/paths.ts';
import { isCheckoutDocument } from '#ui/checkout-border.ts';
import { RouteTitle } from './document-title.tsx';
import { Frame } from './frame.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Protected } from './protected.tsx';
import { RouteArrival } from './route-arrival.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { dashboardFrame, screens } from './screens.ts';
import { ShopLayout } from './shop-layout.tsx';

/** A page with its title; once its code has loaded, its arrival is announced and the focus moves. */
function Screen({ name }: { readonly name: PathName }) {
  const { pathname } = useLocation();
  const { Component: Page } = screens[name];
  return (
    <ScreenBoundary screen={screens[name]} pathname={pathname}>
      <RouteTitle pathname={pathname} />
      <Page />
      <RouteArrival />
    </ScreenBoundary>
  );
}

function DashboardFrame() {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary screen={dashboardFrame} pathname={pathname}>
      <dashboardFrame.Component />
    </ScreenBoundary>
  );
}

function screen(name: PathName, wrap: (page: ReactNode) => ReactNode = (page) => page): ReactNode {
  return <Route path={paths[name].path} element={wrap(<Screen name={name} />)} />;
}

/** Reloads if code navigated here without a document load: the checkout needs a document of its own. */
function CheckoutDocument({ children }: { readonly children: ReactNode }) {
  useEffect(() => {
    if (!isCheckoutDocument) location.reload();
  }, []);
  return isCheckoutDocument ? children : <PageSkeleton />;
}

export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        {screen('stallDesigns')}
        <Route element={<Frame />}>
          {screen('home')}
          {screen('terms')}
          {screen('privacy')}
          {screen('imprint')}
          {screen('about')}
          {screen('accessibility')}
          {screen('contact')}
          {screen('licence')}
          {screen('signUp')}
          {screen('signIn')}
          {screen('forgotPassword')}
          {screen('verifyOtp')}
          {screen('resetPassword')}
          {screen('customRequest')}
          {screen('storage')}
          {screen('stall')}
          <Route element={<ShopLayout />}>
            {screen('shop')}
            {screen('bestSellers')}
            {screen('search')}
            {screen('product')}
            {screen('clothBench')}
            {screen('collections')}
            {screen('collection')}
            {screen('cart')}
            {screen('coupon')}
            {screen('checkout', (page) => (
              <CheckoutDocument>{page}</CheckoutDocument>
            ))}
            {screen('orderSuccess')}
          </Route>
          <Route element={<DashboardFrame />}>
            {screen('dashboard', (page) => (
              <Protected>{page}</Protected>
            ))}
            {screen('myOrders', (page) => (
              <Protected>{page}</Protected>
            ))}
            {screen('itemLicence', (page) => (
              <Protected>{page}</Protected>
            ))}
            {screen('myWishlist')}
            {screen('myAccount', (page) => (
              <Protected approval={false}>{page}</Protected>
            ))}
            {screen('myRequests', (page) => (
              <Protected approval={false}>{page}</Protected>
            ))}
            {screen('myRequest', (page) => (
              <Protected approval={false}>{page}</Protected>
            ))}
          </Route>
          <Route path="*" element={<Navigate to={paths.home.path} replace />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
