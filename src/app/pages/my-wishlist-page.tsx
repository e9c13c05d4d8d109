export default function MyWishlistPage() {
  return (
    <div className="page">
      <h1>My wishlist</h1>
    </div>
  );
}
