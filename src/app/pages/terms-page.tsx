export default function TermsPage() {
  return (
    <div className="page">
      <h1>Terms and conditions</h1>
    </div>
  );
}
