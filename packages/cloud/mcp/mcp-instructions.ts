/** What assistants read before they look at a tool: what the service is for and the order of its flows. Words alone. */
import { pictureFormats } from '@platen/imaging/decode/file-type';

export const mcpInstructions = `Platen prints photos and documents on paper at a print shop, for pickup or delivery.

To have something printed:
1. get_print_options for the size and paper_type codes, get_print_prices for what they cost.
2. upload_document (PDF, ${pictureFormats}) or upload_photo (${pictureFormats}); keep the id that comes back. check_photo_quality tells whether a photo is good enough for a size.
3. create_order with that id, size, paper_type and quantity; it answers with the total. Nothing is charged yet.
4. pay_with_balance with the order_id: this spends the account's money and starts printing. Tell the person the total first. get_balance says what is there, create_topup adds to it, create_payment pays in other ways.
5. get_order_status or get_order_tracking for progress; get_payment_status for refunds; cancel_order while nothing was printed; create_after_sales when the paper is not as it should be.
Send a new idempotency_key with every call that creates or pays: when its answer was lost, the same call with the same key is done once.

Delivery: list_pickup_points to collect, or an address_id from list_addresses, create_address or parse_address (free text) with a carrier of get_shipping_carriers; check_express_delivery tells whether a region has express. Coupons: get_available_coupons for an amount, redeem_coupon for a code; give the coupon_id to create_order.
Old photos: restoration_preview repairs one, get_restoration waits for it and shows both sides; order the new photo once the person likes it, or the old one when nothing was needed. create_restore_share gives it to others.
Collecting photos from many people: create_pre_order gives a share_url to hand out; others submit there, or with get_share_info and submit_share_photos. Its owner looks with get_pre_order, decides with review_submission, orders what is approved by create_order with pre_order_id, and pays.

Files: a public file_url, or content in base64 up to about 10 MB. Larger files, or files of the person's own machine: multipart/form-data on this endpoint (first part "message" with one tools/call, then the file; file_path "cid:<part name>" names it), or the local bridge "platen mcp", which does that for a path. The service opens no paths itself.
Pictures: tools with the argument images show small pictures beside the answer when it is true. Long answers are cut, and say how to get the rest.

Ids come from the tool that a description names; never make one up. A refused call says which argument is wrong and what it must be: correct it and call again.`;
