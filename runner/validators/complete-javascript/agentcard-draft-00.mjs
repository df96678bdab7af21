// Cards of the Internet-Draft, where a web address names a host.
import { isUri, judgeOf } from "./agentcard.mjs";

export default judgeOf("agentcard-draft-00", errorsInAddress);

function* errorsInAddress(card) {
  const url = card?.endpoint?.url;
  const [, authority] = (typeof url === "string" && isUri(url) && /^https?:(?:\/\/([^/?#]*))?/i.exec(url)) || [, "a"];
  if (/^(?:|:.*)$/.test((authority ?? "").replace(/^.*@/, ""))) {
    yield { pointer: "/endpoint/url", message: "names no host", requirement: "endpoint-url-host" };
  }
}
