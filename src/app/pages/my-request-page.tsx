import { useParams } from 'react-router';
import { OwnRequestScreen } from '#features/commissions/own-request-screen.tsx';

export default function MyRequestPage() {
  const { id = '' } = useParams();
  return (
    <div className="page">
      <OwnRequestScreen key={id} requestId={id} />
    </div>
  );
}
