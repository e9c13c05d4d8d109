import { lazy, type ReactNode, Suspense } from 'react';
import { unstable_HistoryRouter as HistoryRouter, Outlet, Route, Routes } from 'react-router';
import { Announcer } from '#ui/announcer.tsx';
import { ToastRegion } from '#ui/toast-region.tsx';
import { useMayCall } from '../api/studio-session.ts';
import { SignInGate } from '../features/sign-in/sign-in-gate.tsx';
import { Loading } from '../ui/loading.tsx';
import { studioHistory } from '../ui/studio-history.ts';
import { Frame } from './frame.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { screens } from './screens.ts';

const AcceptScreen = lazy(() => import('../features/sign-in/accept-screen.tsx'));
const FirstScreen = lazy(() => import('./first-screen.tsx'));
const ResetScreen = lazy(() => import('../features/sign-in/reset-screen.tsx'));

function Root() {
  return (
    <>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
      <ToastRegion />
      <Announcer />
    </>
  );
}

interface ForOwnersProps {
  readonly title: string;
  readonly children: ReactNode;
}

function ForOwners({ title, children }: ForOwnersProps) {
  return useMayCall({ access: 'owner' }) ? children : <OwnersOnly title={title} />;
}

export function Router() {
  return (
    <HistoryRouter basename="/studio" history={studioHistory}>
      <Routes>
        <Route element={<Root />}>
          <Route path="/accept" element={<AcceptScreen />} />
          <Route path="/reset" element={<ResetScreen />} />
          <Route
            element={
              <SignInGate>
                <Frame />
              </SignInGate>
            }
          >
            {screens.map(({ path, Screen, menu, access }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Suspense fallback={<Loading />}>
                    {access === 'owner' ? (
                      <ForOwners title={menu?.label ?? 'For owners'}>
                        <Screen />
                      </ForOwners>
                    ) : (
                      <Screen />
                    )}
                  </Suspense>
                }
              />
            ))}
            <Route
              path="*"
              element={
                <Suspense fallback={<Loading />}>
                  <FirstScreen />
                </Suspense>
              }
            />
          </Route>
        </Route>
      </Routes>
    </HistoryRouter>
  );
}
