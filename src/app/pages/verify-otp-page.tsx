export default function VerifyOtpPage() {
  return (
    <div className="page">
      <h1>Enter your code</h1>
    </div>
  );
}
