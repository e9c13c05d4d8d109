import { Outlet } from 'react-router';

export function DashboardFrame() {
  return <Outlet />;
}
