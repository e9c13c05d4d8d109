import { useLocation } from 'react-router';
import { LinkedRequestScreen } from '#features/commissions/linked-request-screen.tsx';

export default function CustomRequestPage() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';
  return (
    <div className="page">
      <LinkedRequestScreen key={token} token={token} />
    </div>
  );
}
