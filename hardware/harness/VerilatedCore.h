// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A core that Verilator has translated to C++.
#ifndef HARDWARE_HARNESS_VERILATEDCORE_H
#define HARDWARE_HARNESS_VERILATEDCORE_H

#include "hardware/harness/RtlCore.h"

#include <cstring>
#include <verilated.h>

namespace tvm::hardware {

/// A core over `Model`, Verilator's class for the top module.
template <typename Model> class VerilatedCore : public RtlCore {
public:
  explicit VerilatedCore(uint64_t seed) {
    context.randReset(2);
    context.randSeed(int(seed % INT32_MAX) + 1);
    model = std::make_unique<Model>(&context);
  }

  void tick(Pins &pins) override {
    setInputs(pins);
    model->aclk = 0;
    model->eval();
    getRegisters(pins.registers);
    model->aclk = 1;
    model->eval();
    getOutputs(pins);
  }

private:
  // A port has the bytes that its width needs, which may be fewer.
  template <typename Port, typename Bytes>
  static void get(const Port &port, Bytes &bytes) {
    static_assert(sizeof(port) <= sizeof(bytes));
    std::memcpy(bytes.data(), &port, sizeof(port));
  }
  template <typename Port, typename Bytes>
  static void set(Port &port, const Bytes &bytes) {
    static_assert(sizeof(port) <= sizeof(bytes));
    std::memcpy(&port, bytes.data(), sizeof(port));
  }

  void setInputs(const Pins &pins) {
    model->aresetn = !pins.reset;
    setRegisters(pins.registers);
    model->fetch_arready = pins.fetch.address.ready;
    model->fetch_rvalid = pins.fetch.valid;
    model->fetch_rlast = pins.fetch.last;
    model->fetch_rresp = pins.fetch.response;
    set(model->fetch_rdata, pins.fetch.data);
    model->load_arready = pins.load.address.ready;
    model->load_rvalid = pins.load.valid;
    model->load_rlast = pins.load.last;
    model->load_rresp = pins.load.response;
    set(model->load_rdata, pins.load.data);
    model->compute_arready = pins.compute.address.ready;
    model->compute_rvalid = pins.compute.valid;
    model->compute_rlast = pins.compute.last;
    model->compute_rresp = pins.compute.response;
    set(model->compute_rdata, pins.compute.data);
    model->store_awready = pins.store.address.ready;
    model->store_wready = pins.store.ready;
    model->store_bvalid = pins.store.responseValid;
    model->store_bresp = pins.store.response;
  }

  void setRegisters(const RegisterPort &port) {
    model->s_axil_awvalid = port.writeValid;
    model->s_axil_wvalid = port.writeValid;
    model->s_axil_awaddr = port.address;
    model->s_axil_wdata = port.writeData;
    model->s_axil_bready = 1;
    model->s_axil_arvalid = port.readValid;
    model->s_axil_araddr = port.address;
    model->s_axil_rready = 1;
  }

  void getRegisters(RegisterPort &port) {
    port.writeReady = model->s_axil_awready && model->s_axil_wready;
    port.writeDone = model->s_axil_bvalid;
    port.readReady = model->s_axil_arready;
    port.readDone = model->s_axil_rvalid;
    port.readData = model->s_axil_rdata;
  }

  void getOutputs(Pins &pins) {
    pins.interrupt = model->irq;
    AddressChannel &fetch = pins.fetch.address;
    fetch.valid = model->fetch_arvalid;
    fetch.address = model->fetch_araddr;
    fetch.length = model->fetch_arlen;
    AddressChannel &load = pins.load.address;
    load.valid = model->load_arvalid;
    load.address = model->load_araddr;
    load.length = model->load_arlen;
    load.endsRow = model->load_aruser;
    AddressChannel &compute = pins.compute.address;
    compute.valid = model->compute_arvalid;
    compute.address = model->compute_araddr;
    compute.length = model->compute_arlen;
    compute.endsRow = model->compute_aruser;
    AddressChannel &store = pins.store.address;
    store.valid = model->store_awvalid;
    store.address = model->store_awaddr;
    store.length = model->store_awlen;
    store.endsRow = model->store_awuser;
    pins.store.valid = model->store_wvalid;
    pins.store.last = model->store_wlast;
    get(model->store_wdata, pins.store.data);
    get(model->store_wstrb, pins.store.strobes);
  }

  VerilatedContext context;
  std::unique_ptr<Model> model;
};

} // namespace tvm::hardware

#endif // HARDWARE_HARNESS_VERILATEDCORE_H
