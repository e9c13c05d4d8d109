import { Suspense } from 'react';
import {
  createBrowserRouter,
  createRoutesFromElements,
  Outlet,
  Route,
  RouterProvider,
} from 'react-router';
import { Announcer } from '#ui/announcer.tsx';
import { ToastRegion } from '#ui/toast-region.tsx';
import { AcceptScreen } from '../features/sign-in/accept-screen.tsx';
import { SignInGate } from '../features/sign-in/sign-in-gate.tsx';
import { Loading } from '../ui/loading.tsx';
import { FirstScreen } from './first-screen.tsx';
import { Frame } from './frame.tsx';
import { screens } from './screens.ts';

function Root() {
  return (
    <>
      <Outlet />
      <ToastRegion />
      <Announcer />
    </>
  );
}

// Only a data router can block leaving a page with unsaved changes.
const router = createBrowserRouter(
  createRoutesFromElements(
    <Route element={<Root />}>
      <Route path="/accept" element={<AcceptScreen />} />
      <Route
        element={
          <SignInGate>
            <Frame />
          </SignInGate>
        }
      >
        {screens.map(({ path, Screen }) => (
          <Route
            key={path}
            path={path}
            element={
              <Suspense fallback={<Loading />}>
                <Screen />
              </Suspense>
            }
          />
        ))}
        <Route path="*" element={<FirstScreen />} />
      </Route>
    </Route>,
  ),
  { basename: '/studio' },
);

export function Router() {
  return <RouterProvider router={router} />;
}
