export default function MyAccountPage() {
  return (
    <div className="page">
      <h1>My account</h1>
    </div>
  );
}
